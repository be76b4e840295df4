"""Who is who at the least cost: pairs of rows and columns of a table of costs (the Hungarian method)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

#: A pair that cannot be.
NEVER = 1e6


def cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row of a square table its column, so that the sum of costs is the least.

    By shortest augmenting paths with potentials (Jonker and Volgenant), a row at a time.
    """
    size = len(costs)
    table = np.asarray(costs, dtype=np.float64).reshape(size, size)
    rows, columns = np.zeros(size + 1), np.zeros(size + 1)
    # The last place stands for "none yet" and starts each path.
    owner = np.full(size + 1, -1)
    for row in range(size):
        owner[size] = row
        at = size
        shortest = np.full(size, np.inf)
        came_from = np.full(size, size)
        done = np.zeros(size + 1, dtype=np.bool_)
        while owner[at] >= 0:
            done[at] = True
            here = owner[at]
            reach = table[here] - rows[here] - columns[:size]
            better = ~done[:size] & (reach < shortest)
            shortest[better], came_from[better] = reach[better], at
            following = int(np.where(done[:size], np.inf, shortest).argmin())
            step = shortest[following]
            rows[owner[done]] += step
            columns[done] -= step
            shortest[~done[:size]] -= step
            at = following
        while at != size:
            owner[at] = owner[came_from[at]]
            at = int(came_from[at])
    found = [0] * size
    for column in range(size):
        found[owner[column]] = column
    return found
