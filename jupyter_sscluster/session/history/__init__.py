"""What a session holds: immutable states, answers, finished fits, labels that keep their names."""
