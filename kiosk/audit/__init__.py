"""The organiser's audit: every deadline of every match, what it cost, who decided it, and what proves it."""
