#!/usr/bin/env python3
"""An engineer who embeds the library: installed, found by pkg-config, compiled and run.

usage: engineer.py WHORL PREFIX COMPILER     (PREFIX: where whorl is installed)
"""

import pathlib
import sys

from terminal import Terminal

PROGRAM = """#include <cstdio>

#include "whorl/sketch.h"

int main() {
  const whorl::SketchMethod by{"words", 2, *whorl::parse_sampling("all")};
  const auto one = whorl::sketch("to be or not to be", by);
  const auto other = whorl::sketch("not to be or to be", by);
  if (!one || !other) return 1;
  std::printf("%.2f\\n", whorl::resemblance(*one, *other)->value);
}
"""


def main() -> None:
    whorl, prefix, compiler = sys.argv[1:]
    at = Terminal(whorl, limit=30)  # most of it is the compiler's
    at.write("main.cc", PROGRAM)
    found = next(pathlib.Path(prefix).glob("lib*/pkgconfig")), next(pathlib.Path(prefix).glob("lib*/*/pkgconfig"), "")
    at.type(f"export PKG_CONFIG_PATH={':'.join(map(str, found))};"
            f"{compiler} -std=c++20 main.cc $(pkg-config --cflags --libs whorl) -o program")
    # 4 shingles of 2 words occur in both texts, of 5 and 5: to be, be or, or not | or to, not to.
    shown = at.type("./program").strip()
    assert 0 < float(shown) < 1, shown
    at.leave()


if __name__ == "__main__":
    main()
