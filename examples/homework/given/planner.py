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


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    # Your part begins here: print the quickest way, its minutes, and the three
    # busiest towns (those with the most roads).


if __name__ == "__main__":
    main(sys.argv[1:])
