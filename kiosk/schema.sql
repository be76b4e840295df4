-- The journal of a table, as its first version had it; kiosk/migrations.py has what came later.
-- Rows are only ever added; corrections are new rows. What each column means, and which bytes are hashed,
-- is in docs/journal.md.

CREATE TABLE row (
    seq       INTEGER PRIMARY KEY,
    mono_us   INTEGER NOT NULL,
    wall      TEXT NOT NULL,
    boot      TEXT NOT NULL,
    actor     TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('event', 'note')),
    body      TEXT NOT NULL,
    snapshots TEXT NOT NULL,
    rulings   TEXT NOT NULL,
    before    TEXT NOT NULL,
    hash      TEXT NOT NULL
) STRICT;

CREATE TRIGGER row_is_final BEFORE UPDATE ON row
BEGIN
    SELECT RAISE(ABORT, 'a journal row is never changed');
END;

CREATE TRIGGER row_stays BEFORE DELETE ON row
BEGIN
    SELECT RAISE(ABORT, 'a journal row is never deleted');
END;

-- Names stand apart from the chain: rows carry seats, so that a child's name can be erased
-- and the chain stays whole. `match` is the sequence number of the row that started the match.
CREATE TABLE name (
    match INTEGER NOT NULL,
    seat  TEXT NOT NULL,
    name  TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
