"""What answers to the open question would change: worked out beside the kernel's thread."""
