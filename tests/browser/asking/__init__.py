"""Lists of questions, answers to look at again, people, and all of it by keyboard."""
