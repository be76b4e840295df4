"""What the table itself says, whatever the game: English. Games bring their own words (`Game.words`)."""

WORDS = {
    "continue?": "The table was off for {seconds} seconds. The clock has waited. Is everybody ready to go on?",
    "paused-continue?": "The clock is paused. Is everybody ready to go on?",
    "continue": "Yes, go on",
    "unsure?": "The camera is not quite sure. Is this right? {what}",
    "unsure-yes": "Yes, that is right",
    "unsure-no": "No",
    "unsure-waiting": "The camera is not sure what it sees. Please straighten the cubes.",
    "camera-starting": "The camera is starting.",
    "camera-restarting": "The camera stopped and is being started again. Cubes can be moved; they will be seen then.",
    "camera-trouble": "The camera has a problem: {problem}.",
    "journal-trouble": "Nothing can be written down ({problem}). Stop playing and call the organiser.",
    "refused": "Not counted: {why} Please put things back as they were.",
}
