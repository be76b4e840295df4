"""From pictures of the table to sightings. Knows `rules`, nothing of `device` or `kiosk`."""
