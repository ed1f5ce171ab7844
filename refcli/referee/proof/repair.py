"""Settling demands one after the other, moving earlier ones aside where they are in the way. Finds most solutions; proves nothing."""

from __future__ import annotations

DEPTH = 3
WIDTH = 8
MOST_STARTS = 12
MOST_MOVES = 2_000  # that one run tries; what is left then is for the search, which counts its steps, too

Option = tuple[int, ...]


class Repair:
    """Demands with their options, and who uses what."""

    def __init__(
        self, demands: list[list[Option]], alive: dict[int, list[int]], left: list[int], hints: dict[int, int]
    ) -> None:
        self.demands = demands
        self.alive = alive
        self.left = left.copy()
        self.hints = hints
        self.chosen: dict[int, int] = {}
        self.users: dict[int, list[int]] = {}
        self.moves = 0

    def run(self, part: list[int]) -> list[int]:
        """Settle as many as possible; those for which no room was found."""
        return [d for d in sorted(part, key=lambda d: len(self.alive[d])) if not self.settle(d, 0, {d})]

    def again(self, part: list[int], failed: list[int]) -> list[int]:
        """Settle as many as possible from the start, those first for which no room was found, and so a few times."""
        trouble = dict.fromkeys(part, 0)
        best, kept = self.chosen.copy(), failed
        self.moves = 0
        for _ in range(MOST_STARTS):
            for d in failed:
                trouble[d] += 1
            self.reset({})
            order = sorted(part, key=lambda d: (-trouble[d], len(self.alive[d])))
            failed = [d for d in order if not self.settle(d, 0, {d})]
            if len(failed) < len(kept):
                best, kept = self.chosen.copy(), failed
            if not failed or self.moves > MOST_MOVES:
                break
        if len(failed) > len(kept):
            self.reset(best)
        return kept

    def reset(self, chosen: dict[int, int]) -> None:
        for d in list(self.chosen):
            self.free(d)
        for d, i in chosen.items():
            self.take(d, i)

    def ways(self, d: int) -> list[int]:
        hint = self.hints.get(d, -1)
        return sorted(self.alive[d], key=lambda i: i != hint) if hint in self.alive[d] else self.alive[d]

    def fits(self, option: Option) -> bool:
        left = self.left
        return all(left[r] > 0 for r in option) and (
            len(set(option)) == len(option) or all(left[r] >= option.count(r) for r in option)
        )

    def take(self, d: int, i: int) -> None:
        self.chosen[d] = i
        for r in self.demands[d][i]:
            self.left[r] -= 1
            self.users.setdefault(r, []).append(d)

    def free(self, d: int) -> int:
        i = self.chosen.pop(d)
        for r in self.demands[d][i]:
            self.left[r] += 1
            self.users[r].remove(d)
        return i

    def settle(self, d: int, depth: int, path: set[int]) -> bool:
        ways = self.ways(d)
        for i in ways:
            if self.fits(self.demands[d][i]):
                self.take(d, i)
                return True
        self.moves += len(ways) // 4  # where there are many ways, a look at all of them is work, too
        if depth >= DEPTH or self.moves > MOST_MOVES:
            return False
        for i in ways:
            option = self.demands[d][i]
            blocked = [r for r in option if self.left[r] <= 0]
            tightest = min(blocked, key=lambda r: len(self.users.get(r, ())), default=-1)
            if tightest < 0:
                continue
            tried = 0
            for other in dict.fromkeys(self.users.get(tightest, ())):
                if other in path or len(self.alive[other]) < 2:
                    continue
                tried += 1
                self.moves += 1
                if tried > WIDTH or self.moves > MOST_MOVES:
                    break
                before = self.free(other)
                if self.fits(option):
                    self.take(d, i)
                    if self.settle(other, depth + 1, path | {other}):
                        return True
                    self.free(d)
                self.take(other, before)
        return False
