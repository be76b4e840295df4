"""The subcommands of `tablejudge`, one module each; `kiosk/cli.py` imports one when it is called."""
