"""What the table itself says, whatever the game: English. Games bring their own words (`Game.words`)."""

WORDS = {
    "continue?": "The table was off for {seconds} seconds. The clock has waited. Is everybody ready to go on?",
    "paused-continue?": "The clock is paused. Is everybody ready to go on?",
    "continue": "Yes, go on",
    "round-start?": "The round begins when everybody is ready. The clock waits.",
    "round-start": "Start the round",
    "noticed": "Noticed: {who}",
    "settings-wrong": "The changed settings cannot be used, the old ones stand: {problem}",
    "settings-later": "Changed settings that take effect at the next start: {keys}.",
    "undo": "Strike: {what}",
    "undo-judge": "The judge's initials",
    "sign?": "{player} signs for {score} points and {points} match points: your initials",
    "unsure?": "The camera is not quite sure. Is this right? {what}",
    "unsure-yes": "Yes, that is right",
    "unsure-no": "No",
    "unsure-waiting": "The camera is not sure what it sees. Please straighten the cubes.",
    "camera-starting": "The camera is starting.",
    "camera-restarting": (
        "The camera stopped and is being started again. Cubes can be moved: they will be seen then, or say it on the "
        "screen."
    ),
    "camera-cannot": "This camera cannot be used: {problem}. Play on with the screen.",
    "camera-pictures-not-kept": (
        "Pictures of the mat cannot be kept (is the disk full?). Moves are recorded without a picture."
    ),
    "camera-model-missing": "The trained reader of the camera is not installed. Play on with the screen.",
    "camera-model-corrupt": "The trained reader of the camera is damaged. Play on with the screen.",
    "camera-trouble": "The camera has a problem: {problem}.",
    "journal-trouble": "Nothing can be written down ({problem}). Stop playing and call the organiser.",
    "refused": "Not counted: {why} Please put things back as they were.",
    "press-again": "The button box was away for a moment. Please press again.",
    "tie?": (
        "Two hands at the same moment: {margin} ms apart, and the box cannot tell less than {resolution} ms. "
        "The clock waits. A judge says who was first."
    ),
    "tie-first": "{who} was first",
    # Parts of the box, and what can be wrong with them
    "part-box": "The button box",
    "part-block": "The challenge block",
    "part-seat-1": "The button of seat 1",
    "part-seat-2": "The button of seat 2",
    "part-seat-3": "The button of seat 3",
    "part-judge": "The judge's button",
    "part-display": "The timer display",
    "fault-not-found": "{part} is not there. Play on with the screen, and check the cable.",
    "fault-no-library": "{part} cannot be used: the operating system lacks its library. Play on with the screen.",
    "fault-in-use": "{part} is being used by another program. Play on with the screen.",
    "fault-not-allowed": "{part} may not be opened by this user. Play on with the screen.",
    "fault-unplugged": "{part} has been unplugged. Play on with the screen, and put the cable back in.",
    "fault-silent": "{part} says nothing. Play on with the screen, and pull the cable out and put it back.",
    "fault-garbled": "{part} cannot be understood. Play on with the screen, and check the cable.",
    "fault-ended": "The program that speaks with {part} has ended and is started again. Play on with the screen.",
    "fault-reset": "{part} has started anew. If somebody pressed a button just now, please press again.",
    "fault-damaged": "{part} has a bad cable: something came damaged and was asked for again. Nothing is lost.",
    "fault-lost": "{part} could not tell everything that was pressed. Please press again.",
    "fault-stuck": "{part} is stuck and does not count. Play on with the screen.",
    "fault-chattering": "{part} has a bad contact and does not count for now. Play on with the screen.",
    "fault-worn": "{part} has a worn contact. It still counts; have it looked at after the match.",
    "fault-not-answering": "{part} does not answer. The time is on the screen.",
}
