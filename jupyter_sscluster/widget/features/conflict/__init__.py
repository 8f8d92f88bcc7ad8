"""An answer that contradicts earlier ones, and how to resolve it."""
