"""docs/methods.md in plain Python: what every figure is, computed from its description alone.

Slow and simple on purpose; it shares no code with the program, which the tests beside compare
with it. A file here is a section there.

    xxh3.py        XXH3-64, as the xxHash specification has it
    symbols.py     canonical text
    kgrams.py      k-grams and their hashes
    selection.py   which k-grams each selector chooses
    tiles.py       matches, tiles and passages of two submissions
    measures.py    what compare says of a pair
    sketches.py    sketches, and what is estimated from them
    candidates.py  the keys by which super-shingles and bands find pairs
    clusters.py    duplicates, and who survives
    sweeps.py      where pages went and how they changed
"""
