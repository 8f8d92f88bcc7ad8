"""The file of a session: answers, the steps that change them, and the lines they are kept in."""
