"""The pages of a table. They translate and render, nothing more; the runtime is handed to `create_app`."""

from kiosk.web.app import create_app

__all__ = ["create_app"]
