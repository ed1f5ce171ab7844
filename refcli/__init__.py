"""refcli: the referee for card games that are played by house rules."""

__version__ = "0.1.0"
