"""From the checked form to specialised Python, and the cache that keeps it."""
