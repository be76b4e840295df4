// The score sheet prints itself when asked.
import { byId, ready } from "./dom.js";

byId("print").addEventListener("click", () => window.print());
ready();
