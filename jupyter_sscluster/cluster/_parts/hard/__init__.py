"""Assignment that keeps every pair: in sequence, along Kempe chains, or exactly."""
