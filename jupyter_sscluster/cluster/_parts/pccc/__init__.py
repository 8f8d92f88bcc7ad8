"""PCCC (Baumann & Hochbaum): assignment under hard pairs, soft pairs and sizes, by MILP."""
