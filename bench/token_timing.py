#!/usr/bin/env python3
"""bench/token_timing.py [--requests N]: whether the time of a refusal reveals how much of a token is right.

Sends two wrong tokens in random order over one connection to a service with 50 tokens: one
differs from a right token in its last character, the other in all. Prints Welch's t of the two
times, whole and without the slowest tenth, fifth and half, as dudect does (Reparaz, Balasch,
Verbauwhede 2017). |t| under 4.5 means that no difference can be detected.
"""

import argparse
import math
import os
import pathlib
import random
import secrets
import socket
import statistics
import subprocess
import tempfile
import time

from measuring import WHORL

LEAST_TELLING = 4.5
KEPT = (1, .9, .8, .5)


def welch(a, b):
    spread = statistics.variance(a) / len(a) + statistics.variance(b) / len(b)
    return (statistics.fmean(a) - statistics.fmean(b)) / math.sqrt(spread)


def refusal_seconds(connection, token):
    request = f"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    began = time.perf_counter()
    connection.sendall(request)
    answer = connection.recv(65536)
    seconds = time.perf_counter() - began
    assert answer.startswith(b"HTTP/1.1 401"), answer[:200]
    return seconds


def measured(port, tokens, requests):
    chance = random.Random(5)
    times = {name: [] for name in tokens}
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number in range(requests):
            name = chance.choice(list(tokens))
            seconds = refusal_seconds(connection, tokens[name])
            if number > requests // 100:
                times[name].append(seconds)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        known = [secrets.token_hex(20) for _ in range(50)]
        with open(os.open(place / "tokens", os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.writelines(f"user{i} search owner{i} {token}\n" for i, token in enumerate(known))
        subprocess.run([WHORL, "registry", "create", place / "registry", "-q"], check=True)
        words = [WHORL, "serve", place / "registry", "--listen", "127.0.0.1:0", "--tokens", place / "tokens",
                 "--limit", "minute=1000000000"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as service:
            port = int(service.stdout.readline().rsplit(":", 1)[1])
            last = "0" if known[0][-1] != "0" else "1"
            times = measured(port, {"near": known[0][:-1] + last, "far": "g" * 40}, options.requests)
            service.terminate()
    values = []
    for kept in KEPT:
        most = statistics.quantiles(times["near"] + times["far"], n=100)[int(100 * kept) - 2] if kept < 1 else math.inf
        near, far = ([one for one in times[name] if one <= most] for name in ("near", "far"))
        values.append(welch(near, far))
        print(f"fastest {kept:4.0%}: {1e6 * statistics.fmean(near):.2f} us with a token that is nearly right, "
              f"{1e6 * statistics.fmean(far):.2f} us with another; t = {values[-1]:.2f}")
    print(f"{options.requests:,} requests: |t| is {max(map(abs, values)):.2f} at most; {LEAST_TELLING} would tell")


if __name__ == "__main__":
    main()
