#!/usr/bin/env python3
"""Data flows one way: fails where a file includes what its folder may not see.

A folder of src/ may use itself, the folders before it in the way of the data and the
public headers. Faces use only the public headers. SIMD headers stay in src/kernels.
"""

import pathlib
import re
import sys

ORDER = ["base", "kernels", "read", "canon", "select", "sketch", "index", "match", "compare", "cluster", "sweep", "report"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SIMD = re.compile(r"^(hwy/|.*intrin\.h$|arm_neon\.h$)")


def allowed(folder: pathlib.PurePath) -> set[str] | None:
    """First parts of includes that a folder may use; None for a folder without a rule."""
    parts = folder.parts
    if parts[0] == "include":
        return {"whorl"}
    if parts[0] == "src":
        return {"whorl", *ORDER[: ORDER.index(parts[1]) + 1]}
    if parts[0] == "apps":
        return {"whorl", parts[1]}
    return None


def breaches(root: pathlib.Path):
    for path in sorted(root.glob("*/**/*")):
        if path.suffix not in {".h", ".cc"}:
            continue
        name = path.relative_to(root)
        if name.parts[0] not in {"include", "src", "apps"}:
            continue
        seen = allowed(name.parent)
        for bracket, target in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if SIMD.match(target) and name.parts[:2] != ("src", "kernels"):
                yield f"{name}: {target} belongs in src/kernels"
            own = bracket == '"' and "/" in target
            if own and target.split("/")[0] not in seen:
                yield f"{name}: may not include {target}"


def main() -> int:
    found = list(breaches(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every include goes with the data")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
