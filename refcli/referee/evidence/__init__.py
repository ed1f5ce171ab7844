"""Why an outcome that turns on unseen cards is what it is: the lines that prove it, two deals that disagree, a contradiction.

Everything here is computed when somebody asks for it, with work of its own that is bounded.
"""
