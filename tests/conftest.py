"""How the properties are tried: the same examples every day, or new ones when something is hunted.

A suite that fails today and not yesterday on the same sources tells nobody what broke it. With
`HYPOTHESIS_PROFILE=hunt` in the environment new examples are tried each time; `make test-long` does so.
"""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("everyday", derandomize=True)
settings.register_profile("hunt", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))

# A shell without job control starts what runs in its background deaf to Ctrl-C, and programs hand that on to those they
# start. The tests press Ctrl-C: whoever started them, they and what they start can hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
