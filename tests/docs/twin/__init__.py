"""docs/methods.md in plain Python: every value, computed only from its description.

Slow and simple on purpose; it shares no code with the program, which the tests next to this folder
compare with it. Each file corresponds to a section.

    xxh3.py        XXH3-64, by the xxHash specification
    symbols.py     normalized text
    kgrams.py      k-grams and their hashes
    selection.py   which k-grams each selector chooses
    tiles.py       matches, tiles and passages of two submissions
    measures.py    the measures that compare gives for a pair
    sketches.py    sketches, and the estimates from them
    candidates.py  the keys by which super-shingles and bands find pairs
    clusters.py    duplicates, and the kept documents
    sweeps.py      where pages moved and how they changed
"""
