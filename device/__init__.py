"""The box on the table: what it reports (signals) and what it shows. Knows `rules`, nothing of `kiosk`."""
