"""Clients of a service under load: wrk's searches, searches at fixed times, slow clients, idle streams."""

import asyncio
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time
import zipfile

from measuring import ROOT

sys.path.insert(0, str(ROOT / "tests/serve"))
from service import Service  # noqa: E402

LUA = ROOT / "bench/service.lua"
TEXTS = 200
CLIENTS = 64
STREAMS = 300
SLOW = 2000


def prose(seed: int, size: int = 20_000) -> str:
    letters = random.Random(seed)
    words = ["".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=letters.randint(2, 9))) for _ in range(size // 6)]
    return " ".join(words)[:size]


def write_texts(folder: pathlib.Path, text_of=prose) -> list[str]:
    folder.mkdir(exist_ok=True)
    texts = [text_of(i) for i in range(TEXTS)]
    for i, text in enumerate(texts, 1):
        (folder / f"{i}.txt").write_text(text, encoding="ascii")
    return texts


def submissions(count: int) -> bytes:
    """Programs of a class: four files of this repository each, a little changed."""
    sources = sorted((ROOT / "apps").rglob("*.cc"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(count):
            for source in random.Random(i).sample(sources, 4):
                archive.writestr(f"student{i}/{source.name}", f"// student {i}\n" + source.read_text(encoding="utf-8"))
    return out.getvalue()


def homework(count: int) -> bytes:
    """A class's exercise: one program of some two hundred lines each, of which a tenth copied another's."""
    sources = sorted((ROOT / "apps").rglob("*.cc"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(count):
            of = i - 1 if i % 10 == 9 else i
            lines = sources[of % len(sources)].read_text(encoding="utf-8").splitlines(keepends=True)
            own = sources[(7 * of + 3) % len(sources)].read_text(encoding="utf-8").splitlines(keepends=True)
            archive.writestr(f"student{i}/main.cc", f"// student {i}\n" + "".join(lines[:120] + own[:80]))
    return out.getvalue()


def slow_job() -> bytes:
    """Takes a minute and more to compare."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(150):
            archive.writestr(f"s{i}/essay.txt", "".join(prose(1000 + (i * j) % 97, 60_000) for j in range(1, 5)))
    return out.getvalue()


def processor_seconds(service: Service) -> float:
    fields = pathlib.Path(f"/proc/{service.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processor_seconds_of_jobs(service: Service) -> float:
    """Of those that have ended."""
    fields = pathlib.Path(f"/proc/{service.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def milliseconds(text: str) -> float:
    value, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def searches(service: Service, texts: pathlib.Path, seconds: int) -> dict:
    """wrk's results, and the memory of the service after a tenth of the time and at its end."""
    command = ["wrk", "-t2", f"-c{CLIENTS}", f"-d{seconds}s", "--timeout", "20s", "--latency", "-s", str(LUA),
               f"http://127.0.0.1:{service.port}", "--", str(TEXTS), str(texts)]
    before = processor_seconds(service)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        time.sleep(seconds / 10)
        early = service.resident()
        out = run.stdout.read()
    assert not re.search(r"Non-2xx or 3xx responses: (\d+)", out), out
    quantiles = dict(re.findall(r"^\s+(\d+)%\s+(\S+)\s*$", out, re.MULTILINE))
    answered_in_all = int(re.search(r"(\d+) requests in", out).group(1))
    return {"seconds": seconds, "clients": CLIENTS, "a_second": float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)),
            "median_ms": milliseconds(quantiles["50"]), "p99_ms": milliseconds(quantiles["99"]),
            "processor_ms": 1000 * (processor_seconds(service) - before) / answered_in_all,
            "resident_bytes_early": early, "resident_bytes_end": service.resident()}


async def answered(port: int, request: bytes) -> float | None:
    """Milliseconds from the first byte of a request on a new connection to the last of its answer; none: refused."""
    begin = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    assert b" 200 " in answer[:20] or b" 503 " in answer[:20], answer[:200]
    return None if b" 503 " in answer[:20] else 1000 * (time.monotonic() - begin)


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def slowly(port: int, until: float) -> None:
    """A client that sends a byte now and then, and begins anew when it is cut off."""
    while time.monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            for byte in get("/health")[:-4]:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(2)
                if time.monotonic() > until:
                    break
            writer.close()
        except OSError:
            await asyncio.sleep(1)


async def stream(port: int, job: str, until: float) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(get(f"/api/jobs/{job}/events"))
    while (left := until - time.monotonic()) > 0:
        try:
            if not await asyncio.wait_for(reader.read(65536), left):
                break
        except TimeoutError:
            break
    writer.close()


ASK_HEALTH = """
import http.client, json, sys, time
times, until = [], time.monotonic() + float(sys.argv[2])
while time.monotonic() < until:
    begin = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
    connection.request("GET", "/health")
    assert connection.getresponse().read()
    times.append(1000 * (time.monotonic() - begin))
    connection.close()
    time.sleep(0.05)
print(json.dumps(sorted(times)))
"""


async def health_beside(port: int, job: str, seconds: int) -> dict:
    until = time.monotonic() + seconds
    others = [asyncio.create_task(stream(port, job, until)) for _ in range(STREAMS)]
    others += [asyncio.create_task(slowly(port, until)) for _ in range(SLOW)]
    await asyncio.sleep(seconds / 4)
    # By a process of its own: this one is busy with the others.
    words = [sys.executable, "-c", ASK_HEALTH, str(port), str(seconds / 2)]
    asking = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    told, _ = await asking.communicate()
    times = json.loads(told)
    await asyncio.gather(*others, return_exceptions=True)
    return {"streams": STREAMS, "slow_clients": SLOW, "asked": len(times), "median_ms": times[len(times) // 2],
            "most_ms": times[-1]}


async def steadily(port: int, texts: list[str], seconds: int, a_second: int) -> dict:
    """Searches at fixed times, whether others are answered or not."""
    begin, tasks = time.monotonic(), []
    for i in range(seconds * a_second):
        await asyncio.sleep(max(0, begin + i / a_second - time.monotonic()))
        tasks.append(asyncio.create_task(answered(port, post("/api/search", texts[i % TEXTS].encode()))))
    all_times = await asyncio.gather(*tasks)
    times = sorted(time for time in all_times if time is not None)
    return {"a_second": a_second, "seconds": seconds, "refused": len(all_times) - len(times),
            "median_ms": times[len(times) // 2], "p99_ms": times[len(times) * 99 // 100]}
