// The score sheet prints itself when asked.
document.getElementById("print").addEventListener("click", () => window.print());
