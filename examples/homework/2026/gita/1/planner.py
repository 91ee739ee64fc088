"""Route planner: answer shortest-path questions about a road map.

Usage: planner.py MAP FROM TO
"""

import collections
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


def build(roads):
    graph = collections.defaultdict(dict)
    for u, v, t in roads:
        graph[u][v] = min(t, graph[u].get(v, t))
        graph[v][u] = min(t, graph[v].get(u, t))
    return graph


def settle(graph, u):
    """Yields (minutes, town, parent) in order of distance, without a heap."""
    tentative = {u: (0, None)}
    done = set()
    while len(done) < len(tentative):
        town = min((x for x in tentative if x not in done), key=lambda x: tentative[x])
        done.add(town)
        minutes, parent = tentative[town]
        yield minutes, town, parent
        for v, t in graph[town].items():
            if v not in done and (v not in tentative or minutes + t < tentative[v][0]):
                tentative[v] = (minutes + t, town)


def format_minutes(total):
    hours, minutes = divmod(total, 60)
    if hours == 0:
        return f"{minutes} min"
    if minutes == 0:
        return f"{hours} h"
    return f"{hours} h {minutes:02d} min"


def legs(graph, stops):
    """One line a leg: from, to, minutes, and the running total."""
    total = 0
    for here, there in zip(stops, stops[1:]):
        total += graph[here][there]
        yield f"{here:>12} to {there:<12} {graph[here][there]:4d} {format_minutes(total):>12}"


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    graph = build(roads)
    parents, reached = {}, {}
    for minutes, town, parent in settle(graph, arguments[1]):
        parents[town], reached[town] = parent, minutes
    if arguments[2] not in reached:
        raise SystemExit("no way")
    stops = [arguments[2]]
    while parents[stops[0]]:
        stops.insert(0, parents[stops[0]])
    print("\n".join(legs(graph, stops)))
    print(format_minutes(reached[arguments[2]]))
    degree = collections.Counter({town: len(graph[town]) for town in graph})
    print(degree.most_common(3))


if __name__ == "__main__":
    main(sys.argv[1:])
