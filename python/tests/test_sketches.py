"""Sketches of Python measure as the library does."""

import pickle

import pyarrow as pa
import pytest

import whorl

WORDS = [f"word{i}" for i in range(400)]
A = " ".join(WORDS[:300])
B = " ".join(WORDS[100:400])


def shingles(text, size=10):
    words = text.split()
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def test_all_shingles_give_the_exact_measures():
    a, b = (whorl.sketch(text, sketch="all")[0] for text in (A, B))
    sets = shingles(A), shingles(B)
    both = len(sets[0] & sets[1])
    resemblance = both / len(sets[0] | sets[1])
    assert a.resemblance(b) == whorl.Measure(resemblance, resemblance, resemblance, True)
    assert a.containment(b).value == both / len(sets[0])
    assert a.shingles == len(sets[0])
    assert (a | b).shingles == len(sets[0] | sets[1])


def test_an_estimate_has_an_interval():
    texts = [" ".join(f"w{i % 5000 * step % 4999}" for i in range(20_000)) for step in (1, 3)]
    sketches = whorl.sketch([texts[0], texts[0] + " " + texts[1]], sketch="min:128")
    found = sketches[0].resemblance(sketches[1])
    assert not found.exact
    assert found.low < found.value < found.high
    exact = whorl.sketch([texts[0], texts[0] + " " + texts[1]], sketch="all")
    assert found.low <= exact[0].resemblance(exact[1]).value <= found.high


def test_a_sketch_survives_bytes_and_pickle():
    sketch = whorl.sketch(A)[0]
    assert whorl.Sketch.from_bytes(bytes(sketch)) == sketch
    assert pickle.loads(pickle.dumps(sketch)) == sketch
    assert {sketch: 1}[pickle.loads(pickle.dumps(sketch))] == 1
    assert whorl.sketch(B)[0] != sketch
    with pytest.raises(whorl.CorruptError):
        whorl.Sketch.from_bytes(bytes(sketch)[:-1] + b"x")


def test_rows_of_sketches():
    sketches = whorl.sketch([A, None, B], shingle=5, sketch="min:64")
    assert len(sketches) == 3
    assert sketches.method == "words/k=5/min:64"
    assert sketches[2] == sketches[-1] == whorl.sketch(B, shingle=5, sketch="min:64")[0]
    assert pa.array(sketches.hashes).null_count == 1
    pa.array(sketches.hashes).validate(full=True)
    assert sketches.shingles.to_pylist()[0] == 296
    with pytest.raises(whorl.InvalidArgumentError, match="row 1 is null"):
        sketches[1]
    with pytest.raises(IndexError):
        sketches[3]


def test_pairs_of_rows_measure_as_their_sketches_do():
    sketches = whorl.sketch([A, None, B], sketch="all")
    other = whorl.sketch([B], sketch="all")
    table = sketches.resemblances([(0, 2), (0, 1)]).to_pylist()
    one = sketches[0].resemblance(sketches[2])
    assert table[0] == {**one._asdict(), "valid": True}
    assert not table[1]["valid"]
    (row,) = sketches.containments([(0, 0)], other).to_pylist()
    assert row["value"] == sketches[0].containment(other[0]).value
    with pytest.raises(whorl.InvalidArgumentError, match="7"):
        sketches.resemblances([(0, 7)])


def test_sketches_of_other_methods_do_not_compare():
    with pytest.raises(whorl.InvalidArgumentError):
        whorl.sketch(A)[0].resemblance(whorl.sketch(A, shingle=5)[0])


def test_a_wrong_method_is_named():
    with pytest.raises(whorl.InvalidArgumentError, match="mad"):
        whorl.sketch(A, sketch="mad:25")


def test_passages_are_ranges_of_bytes():
    a = "Über eins zwei drei vier fünf sechs"
    b = "x eins zwei drei vier fünf y"
    (found,) = whorl.passages(a, b).to_pylist()
    assert a.encode()[found["a_begin"] : found["a_end"]].decode() == "eins zwei drei vier fünf"
    assert b.encode()[found["b_begin"] : found["b_end"]].decode() == "eins zwei drei vier fünf"
    assert (found["symbols"], found["kind"], found["identity"]) == (5, "verbatim", 1.0)
    assert len(whorl.passages(a, "nothing of it")) == 0
    with pytest.raises(TypeError):
        whorl.passages(a, None)
