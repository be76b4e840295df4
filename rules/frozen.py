"""The base of every value that a match keeps: frozen, and never looked at by the cyclic garbage collector.

A long match keeps hundreds of thousands of small values. The collector would go through all of them again and again
to find cycles, so that an event would cost the more the longer the match is. A frozen value can only hold what was
there before it, hence never itself: whatever is made of these is freed as soon as nobody holds it. A test looks
for values of a match that the collector still sees.

What can become a chain as long as the match is no `Frozen`: only the collector's own objects are freed link by link
without going down the stack (`rules/history.py` has such a chain).
"""

from __future__ import annotations

import msgspec


class Frozen(msgspec.Struct, frozen=True, gc=False):
    """A value. Its fields hold other values, texts, numbers, tuples and such dicts as nobody changes any more."""
