"""Where everything hangs on the board: the numbers are those of the RP2040's GP pins (docs/device.md has the picture).

Switches connect their pin to ground; a normally closed one has True behind its number. None: there is no such part.
"""

#: Block, seats 1 to 3, judge's button.
SWITCHES = ((2, False), (3, False), (4, False), (5, False), (6, False))
#: Lamps of the block and of seats 1 to 3.
LAMPS = (10, 11, 12, 13)
BUZZER = 14
#: Clock and data of the TM1637 display.
DISPLAY = (16, 17)
#: 0 to 7.
BRIGHTNESS = 4
