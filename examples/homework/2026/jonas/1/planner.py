"""Route planner: answer shortest-path questions about a road map.

Usage: planner.py MAP FROM TO
"""

import sys


def read_map(path):
    """Reads lines `town town minutes` and returns a list of such triples."""
    roads = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            parts = line.split()
            if len(parts) != 3:
                raise SystemExit(f"{path}:{number}: expected: town town minutes")
            roads.append((parts[0], parts[1], int(parts[2])))
    return roads


class Town:
    def __init__(self, name):
        self.name = name
        self.roads = []
        self.distance = None
        self.previous = None

    def __lt__(self, other):
        return self.name < other.name


class Planner:
    def __init__(self, roads):
        self.towns = {}
        for first, second, minutes in roads:
            self.town(first).roads.append((self.town(second), minutes))
            self.town(second).roads.append((self.town(first), minutes))

    def town(self, name):
        if name not in self.towns:
            self.towns[name] = Town(name)
        return self.towns[name]

    def explore(self, name):
        start = self.towns[name]
        start.distance = 0
        open_list = [start]
        while open_list:
            open_list.sort(key=lambda town: town.distance)
            current = open_list.pop(0)
            for neighbour, minutes in current.roads:
                if neighbour is start:
                    continue
                arrival = current.distance + minutes
                if neighbour.distance is None or arrival < neighbour.distance:
                    neighbour.distance = arrival
                    neighbour.previous = current
                    if neighbour not in open_list:
                        open_list.append(neighbour)

    def report(self, name):
        town = self.towns[name]
        if town.distance is None:
            return ["no way"]
        lines = []
        while town:
            lines.append(f"{town.distance:5d}  {town.name}")
            town = town.previous
        return lines[::-1]

    def biggest(self):
        ranking = sorted(self.towns.values(), key=lambda t: (-len(t.roads), t.name))
        return [f"{t.name} ({len(t.roads)})" for t in ranking[:3]]


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    planner = Planner(roads)
    planner.explore(arguments[1])
    print("\n".join(planner.report(arguments[2])))
    print("biggest:", ", ".join(planner.biggest()))


if __name__ == "__main__":
    main(sys.argv[1:])
