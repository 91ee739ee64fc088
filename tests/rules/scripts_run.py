"""scripts_run.py ROOT: each script that ./dev calls by its path can be run so."""

import os
import pathlib
import re
import sys


def called(root):
    """The script of each name that `./dev bench` accepts, and every script that is called by its
    path."""
    parts = [root / "dev", *sorted((root / "scripts/dev").glob("*.sh"))]
    dev = "\n".join(part.read_text(encoding="utf-8") for part in parts)
    names = re.search(r"^BENCHMARKS='(.*?)'", dev, re.DOTALL | re.MULTILINE).group(1)
    scripts = {root / "bench" / f"{name.replace('-', '_')}.py" for name in re.findall(r"[a-z-]+", names)}
    scripts |= {root / path for path in re.findall(r"\b(?:bench|tests|scripts)/[\w/]+(?:\.py)?(?=[ \"])", dev)}
    return sorted(script for script in scripts if script.is_file())


def main():
    scripts = called(pathlib.Path(sys.argv[1]))
    faults = [script for script in scripts
              if script.read_bytes().startswith(b"#!") and not os.access(script, os.X_OK)]
    for fault in faults:
        print(f"{fault}: is called by ./dev and is not executable")
    print(f"{len(scripts)} scripts")
    return bool(faults) or len(scripts) < 10


if __name__ == "__main__":
    sys.exit(main())
