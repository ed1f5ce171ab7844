"""`python -m refcli` is the command `refcli`."""

from __future__ import annotations

import sys

from refcli.cli import main

sys.exit(main())
