"""What all tests share: how hypothesis runs."""

from __future__ import annotations

from hypothesis import settings

# No deadline: a busy machine is no fault of the code. A failure prints what reproduces it.
settings.register_profile("refcli", deadline=None, print_blob=True)
settings.load_profile("refcli")
