"""The button box's own logic, without a single pin: it runs on the board (MicroPython) and on a desk (CPython).

`main.py` feeds it edges, levels and bytes, and carries out what it says. The lines that it speaks are described
in docs/device.md. Times are the board's microsecond counter, which begins anew after `WRAP`.
"""

WRAP_BITS = 30
WRAP = 1 << WRAP_BITS
VERSION = 1

INPUTS = 5  # the block, three seats, the judge's button
BLOCK = 0
#: Microseconds; what each is for stands in docs/device.md.
WINDOW_US = 30_000
QUIET_US = 5_000
WORN_US = 15_000
WORN_SHOWN_US = 10_000_000
BOUNCES = 4
CHATTER_US = 250_000
CHANGES_A_SECOND = 30
REST_US = 2_000_000
STUCK_US = 30_000_000
HEARTBEAT_US = 100_000
RESEND_US = 60_000
FORGET_US = 60_000_000
#: How many changes are kept until the table has confirmed them, and how many are sent at a time.
KEPT = 64
SENT_AT_ONCE = 8
LONGEST_LINE = 80
#: After so long without a word from the table, lamps and display go dark: they would show an old time.
ALONE_US = 3_000_000

#: Milliseconds of sound and silence, by number; the same as in device/sounds.py.
BEEPS = {1: (80, 80, 80), 2: (40,), 3: (400, 120, 80), 4: (1000,)}


def crc16(data):
    """CRC-16/CCITT-FALSE of some bytes."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def framed(body):
    """A line ready to be sent."""
    return f"${body}*{crc16(body.encode()):04X}\n".encode()


def unframed(line):
    """The words of a line, or None if it is damaged."""
    start = line.rfind(b"$")
    star = line.rfind(b"*")
    if start < 0 or star < start or len(line) - star != 5:
        return None
    data = line[start + 1 : star]
    try:
        if int(line[star + 1 :].decode(), 16) != crc16(data):
            return None
        return data.decode().split(" ")
    except (ValueError, UnicodeError):
        return None


def since(now, then):
    """Microseconds from one reading of the counter to another; negative if `then` is the later one."""
    return ((now - then + WRAP // 2) % WRAP) - WRAP // 2


class Contact:
    """One switch: from edges to changes. The same rules as in device/debounce.py, with a counter that wraps."""

    def __init__(self, active, now, momentary):
        self.active = active
        self.momentary = momentary
        self.chattering = False
        self.stuck = False
        self.worn = False
        self._worn_at = now
        self._since = now
        self._old = False
        self._first = None
        self._edges = 0
        self._last = now
        self._latest = {}
        self._level = active
        self._doubted = None
        self._changes = []

    def edge(self, at, active):
        found = []
        if not self.chattering and self._over(at):
            level = self._level if self._latest else self.active
            found = self._conclude(level, at)
        if since(at, self._last) > 0:
            self._last = at
        self._latest[active] = at
        self._level = active
        self._doubted = None
        if self.chattering:
            return found
        if self._first is not None:
            self._edges += 1
            if since(at, self._first) > CHATTER_US:
                found += self._switch_off(at)
            return found
        self._first = at
        self._edges = 1
        if active != self.active:
            found += self._become(active, at)
        return found

    def look(self, now, active):
        if self.worn and since(now, self._worn_at) >= WORN_SHOWN_US:
            self.worn = False
        if self.chattering:
            return self._trust_again(now, active)
        if self._first is not None and not self._over(now):
            return []
        if active == self.active or active in self._latest:
            found = self._conclude(active, now)
        elif self._doubted is None:
            self._first = None
            self._doubted = now
            return []
        elif since(now, self._doubted) < QUIET_US:
            return []
        else:
            found = self._conclude(active, self._doubted)
            self._first = now
            self._edges = 0
        self._doubted = None
        if not found and not self.chattering:
            # The counter wraps after eighteen minutes: what is old stays old.
            self._old = self._old or since(now, self._since) >= STUCK_US
            self.stuck = self.momentary and active and self._old
        return found

    def _over(self, now):
        if self._first is None:
            return False
        return since(now, self._first) >= WINDOW_US and since(now, self._last) >= QUIET_US

    def _conclude(self, active, now):
        if self._first is not None and self._edges >= BOUNCES and since(self._last, self._first) >= WORN_US:
            self.worn = True
            self._worn_at = self._last
        self._first = None
        seen = self._latest.get(active, now)
        self._latest = {}
        if active == self.active:
            return []
        if not self._old and since(self._since, seen) > 0:
            seen = self._since
        return self._become(active, seen)

    def _become(self, active, at):
        self._changes = [then for then in self._changes if 0 <= since(at, then) < 1_000_000]
        self._changes.append(at)
        if len(self._changes) > CHANGES_A_SECOND:
            return self._switch_off(at)
        self.active = active
        self._since = at
        self._old = False
        self.stuck = False
        return [(at, active)]

    def _switch_off(self, at):
        self.chattering = True
        self.stuck = False
        self.worn = False
        self._first = None
        self._doubted = None
        self._changes = []
        if not (self.momentary and self.active):
            return []
        self.active = False
        self._since = at
        self._old = False
        return [(at, False)]

    def _trust_again(self, now, active):
        if since(now, self._last) < REST_US:
            return []
        self.chattering = False
        self._latest = {}
        if active == self.active:
            return []
        if self.momentary:
            self.active = active
            self._since = now
            self._old = False
            return []
        return self._become(active, now)


class BoxLogic:
    """The box: what it has to tell until the table has heard it, and what it is to show."""

    def __init__(self, boot, now, levels):
        self.boot = boot
        self.face = bytes(4)
        self.lamps = 0
        #: Set by whoever drives the display.
        self.display_missing = False
        self._contacts = [Contact(bool(levels[which]), now, which != BLOCK) for which in range(INPUTS)]
        self._session = ""
        self._seq = 0
        self._kept = []  # [sequence number, time, input, level]
        self._lost = 0
        self._outgoing = []
        self._buffer = b""
        self._heartbeat = now
        self._resend = now
        self._heard = now
        self._alone = True
        self._shown = 0
        self._beep = 0
        self._pulses = ()
        self._sound_began = now
        self._say_hello(now)

    # -- switches

    def edge(self, which, at, active):
        """An edge at a switch; `active` is lifted for the block and pressed for a button."""
        for change in self._contacts[which].edge(at, active):
            self._keep(which, change)

    def look(self, now, levels):
        """The levels as they are; call it every few milliseconds."""
        for which in range(INPUTS):
            for change in self._contacts[which].look(now, bool(levels[which])):
                self._keep(which, change)

    def _keep(self, which, change):
        at, active = change
        if not self._kept:
            self._resend = at
        self._seq += 1
        self._kept.append((self._seq, at, which, active))
        if len(self._kept) > KEPT:
            self._kept.pop(0)
            self._lost += 1
        self._tell_change(self._kept[-1])

    # -- lines out

    def _say(self, *words):
        self._outgoing.append(framed(" ".join(str(word) for word in words)))

    def _say_hello(self, now):
        base = self._kept[0][0] if self._kept else self._seq + 1
        self._say("H", self.boot, self._session or "-", base, now, WRAP_BITS, VERSION)

    def _tell_change(self, kept):
        seq, at, which, active = kept
        self._say("E", self.boot, seq, at, which, int(active))

    def _say_heartbeat(self, now):
        levels = chattering = stuck = worn = 0
        for which, contact in enumerate(self._contacts):
            levels |= int(contact.active) << which
            chattering |= int(contact.chattering) << which
            stuck |= int(contact.stuck) << which
            worn |= int(contact.worn) << which
        missing = int(self.display_missing)
        self._say("B", self.boot, now, self._seq, levels, chattering, stuck, worn, missing, self._lost, self._shown)

    def step(self, now):
        """The bytes to be sent by now."""
        if since(now, self._heartbeat) >= HEARTBEAT_US:
            self._heartbeat = now
            self._say_heartbeat(now)
        if self._kept and since(now, self._resend) >= RESEND_US:
            self._resend = now
            while self._kept and since(now, self._kept[0][1]) > FORGET_US:
                self._kept.pop(0)
                self._lost += 1
            for kept in self._kept[:SENT_AT_ONCE]:
                self._tell_change(kept)
        if not self._alone and since(now, self._heard) > ALONE_US:
            self._alone = True
            self.face = bytes(4)
            self.lamps = 0
        out = b"".join(self._outgoing)
        self._outgoing = []
        return out

    # -- lines in

    def received(self, data, now):
        """Take in bytes from the table, in whatever pieces they come."""
        self._buffer += data
        while True:
            end = self._buffer.find(b"\n")
            if end < 0:
                break
            words = unframed(self._buffer[:end].rstrip(b"\r"))
            self._buffer = self._buffer[end + 1 :]
            if words:
                self._obey(words, now)
        if len(self._buffer) > LONGEST_LINE:
            self._buffer = self._buffer[-LONGEST_LINE:]

    def _obey(self, words, now):
        kind = words[0]
        try:
            if kind == "S" and len(words) == 2:
                self._greet(words[1], now)
            elif len(words) > 1 and words[1] != self.boot:
                return
            elif kind == "A" and len(words) == 3:
                self._forget(int(words[2]))
            elif kind == "O" and len(words) == 7:
                self._show(words, now)
            else:
                return
        except ValueError:
            return
        self._heard = now
        self._alone = False

    def _greet(self, session, now):
        """A table that starts anew is not told what was pressed before; one that comes back is."""
        if session != self._session:
            self._session = session
            self._kept = []
            self._lost = 0
            self._shown = self._beep = 0
        self._say_hello(now)

    def _forget(self, seq):
        while self._kept and self._kept[0][0] <= seq:
            self._kept.pop(0)

    def _show(self, words, now):
        number, lamps, beep, sound = int(words[2]), int(words[4]), int(words[5]), int(words[6])
        face = bytes(int(words[3][at : at + 2], 16) for at in range(0, 8, 2))
        if number > self._shown:
            self._shown = number
            self.face = face
            self.lamps = lamps
            if beep > self._beep:
                self._beep = beep
                self._pulses = BEEPS.get(sound, ())
                self._sound_began = now
        self._say("K", self.boot, self._shown)

    # -- buzzer

    def buzzing(self, now):
        """Whether the buzzer is on at this moment."""
        left = since(now, self._sound_began)
        loud = True
        for stretch in self._pulses:
            if left < stretch * 1000:
                return loud
            left -= stretch * 1000
            loud = not loud
        self._pulses = ()
        return False
