"""What the axes show: chosen on the page or in Python, made beside the kernel's thread, kept."""
