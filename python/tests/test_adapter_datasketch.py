"""MinHash and MinHashLSH with the interface of datasketch."""

import copy
import pickle
import random

import pytest

import whorl
from whorl.compat.datasketch import MinHash, MinHashLSH


def sketched(elements, num_perm=128, **options):
    made = MinHash(num_perm, **options)
    made.update_batch(str(element).encode() for element in elements)
    return made


def pair(rng, size, resemblance):
    """Two random sets of `size` elements with about this resemblance, and the exact one."""
    shared = round(2 * size * resemblance / (1 + resemblance))
    elements = [rng.getrandbits(62) for _ in range(2 * size - shared)]
    return elements[:size], elements[size - shared :], shared / (2 * size - shared)


def test_small_sets_are_measured_exactly():
    a, b = sketched(range(60)), sketched(range(20, 90))
    assert a.jaccard(b) == 40 / 90
    assert a.count() == 60.0
    assert MinHash().jaccard(MinHash()) == 0.0
    assert MinHash().is_empty() and not a.is_empty()


def test_the_estimate_is_that_of_the_library():
    text = [" ".join(str(e) for e in elements) for elements in (range(3000), range(1000, 4000))]
    theirs = whorl.sketch(text, shingle=1, sketch="min:256")
    ours = [sketched(t.split(), 256) for t in text]
    assert abs(theirs[0].resemblance(theirs[1]).value - 0.5) < 0.15
    assert abs(ours[0].jaccard(ours[1]) - 0.5) < 0.15
    assert len(ours[0]._sketch().hashes) == 256
    assert ours[0]._sketch().resemblance(ours[1]._sketch()).value == ours[0].jaccard(ours[1])


def test_counts_are_estimated():
    errors = [sketched(range(n * 10**6, n * 10**6 + 5000)).count() / 5000 - 1 for n in range(40)]
    assert abs(sum(errors) / 40) < 0.05
    assert max(map(abs, errors)) < 0.4
    assert sketched(range(5000), 1).count() >= 1


def test_any_order_and_grouping_gives_equal_sketches():
    elements = [str(n).encode() for n in range(2000)] * 2
    one = MinHash()
    for element in elements:
        one.update(element)
    other = MinHash()
    other.update_batch(reversed(elements))
    halves = [sketched(range(0, 1200)), sketched(range(800, 2000))]
    halves[0].merge(halves[1])
    assert one == other == sketched(range(2000))
    assert (one.digest() == halves[0].digest()).all()
    assert one.jaccard(halves[0]) == 1.0
    assert MinHash.union(sketched(range(50)), sketched(range(50, 100))) == sketched(range(100))
    full = sketched(range(128))
    assert full.count() == 128.0  # all are kept, and no more
    full.merge(sketched(range(64)))
    assert full.count() == 128.0
    full.update(b"another")
    assert full.count() != 128.0


def test_pickle_and_copies():
    made = sketched(range(1000))
    assert len(pickle.dumps(made)) < 4 * 128 + 150
    again = pickle.loads(pickle.dumps(made))
    assert again == made and again.count() == made.count()
    for other in (made.copy(), copy.copy(made), copy.deepcopy(made), again):
        other.update_batch([b"one", b"two", *(str(n).encode() for n in range(1000, 2000))])
        assert other != made
        assert other.jaccard(sketched(range(2000))) > 0.97
    assert made == sketched(range(1000))
    assert len(made) == 128 and made.digest().shape == (128,)


def test_what_does_not_compare_is_reported():
    made = sketched(range(10))
    for other in (MinHash(64), MinHash(seed=2)):
        with pytest.raises(ValueError, match="does not compare"):
            made.jaccard(other)
        with pytest.raises(ValueError, match="does not compare"):
            made.merge(other)
    with pytest.raises(whorl.UnsupportedError, match="build the sketch from the set"):
        MinHash(hashvalues=[1, 2])
    with pytest.raises(TypeError, match="num_prem"):
        MinHash(num_prem=4)
    with pytest.raises(TypeError):
        made.update("not encoded")
    with pytest.raises(whorl.InvalidArgumentError):
        MinHash(0)
    with pytest.raises(AttributeError):
        made.hashvalues
    with pytest.raises(whorl.UnsupportedError, match="storage_config"):
        MinHashLSH(storage_config={"type": "redis"})
    with pytest.raises(whorl.UnsupportedError, match="params"):
        MinHashLSH(params=(4, 4))
    with pytest.raises(AttributeError):
        MinHashLSH().get_counts()


def test_a_hash_function_of_the_caller():
    made = MinHash(hashfunc=len)
    made.update_batch(["a", "b", "cc"])
    assert made.count() == 2.0


def clusters_of_sets(rng):
    """Many sets are similar to others, and most sets share some elements."""
    common = [f"c{n}" for n in range(30)]
    sets = {}
    for cluster in range(60):
        base = [rng.getrandbits(60) for _ in range(rng.choice((5, 40, 150, 600)))]
        for member in range(5):
            kept = [e for e in base if rng.random() < 1 - member * 0.12]
            sets[f"{cluster}-{member}"] = kept + (common if cluster % 2 else [])
    return sets


@pytest.mark.parametrize("threshold", [0.0, 0.1, 0.5, 0.8, 1.0])
def test_a_query_finds_all_sets_over_the_threshold(threshold):
    rng = random.Random(7)
    sketches = {key: sketched(s, 64) for key, s in clusters_of_sets(rng).items()}
    index = MinHashLSH(threshold, 64)
    with index.insertion_session() as session:
        for key, sketch in sketches.items():
            session.insert(key, sketch)
    for removed in list(sketches)[::7]:
        index.remove(removed)
        del sketches[removed]
    index = pickle.loads(pickle.dumps(index))
    pairs = 0
    for asked in list(sketches.values())[::3]:
        measured = {key: asked.jaccard(sketch) for key, sketch in sketches.items()}
        expected = [key for key, value in measured.items() if value >= threshold]
        found = index.query(asked)
        assert found == sorted(expected, key=lambda key: -measured[key])
        pairs += len(expected)
    assert pairs > len(sketches) // 3


def test_keys_of_the_index():
    index = MinHashLSH(0.5)
    assert index.is_empty() and "a" not in index
    made = sketched(range(100))
    index.insert("a", made)
    made.update_batch([str(n).encode() for n in range(100, 5000)])  # the index keeps the first
    index.insert(("b", 1), sketched(range(10)))
    assert "a" in index and list(index.keys) == ["a", ("b", 1)]
    assert index.query(sketched(range(100))) == ["a"]
    with pytest.raises(ValueError, match="'a'"):
        index.insert("a", made)
    index.insert("a", made, check_duplication=False)
    assert index.query(sketched(range(100))) == []
    index.remove("a")
    index.remove(("b", 1))
    assert index.is_empty() and not index._index
    with pytest.raises(ValueError, match="'a'"):
        index.remove("a")
    with pytest.raises(ValueError, match="does not compare"):
        index.insert("c", MinHash(64))
    with pytest.raises(ValueError, match="does not compare"):
        index.insert("c", object())


@pytest.mark.parametrize("size", [100, 1000, 20_000])
def test_the_error_is_at_most_that_of_datasketch_at_equal_bytes(size):
    theirs = pytest.importorskip("datasketch")
    rng = random.Random(size)
    ours_squared, theirs_squared = 0.0, 0.0
    for trial in range(240 if size < 20_000 else 60):
        a, b, truth = pair(rng, size, (0.1, 0.3, 0.5, 0.7, 0.9)[trial % 5])
        mine = [sketched(s) for s in (a, b)]
        other = [theirs.MinHash(128) for _ in (a, b)]
        for sketch, elements in zip(other, (a, b), strict=True):
            sketch.update_batch([str(e).encode() for e in elements])
        assert 4 * len(mine[0].digest()) <= other[0].digest().nbytes
        ours_squared += (mine[0].jaccard(mine[1]) - truth) ** 2
        theirs_squared += (other[0].jaccard(other[1]) - truth) ** 2
    assert ours_squared <= theirs_squared * (1.0 if size < 1000 else 1.25)  # chance of 240 pairs


def test_digests_of_datasketch_are_refused():
    theirs = pytest.importorskip("datasketch")
    with pytest.raises(ValueError, match="build both from the sets"):
        MinHash().jaccard(theirs.MinHash())
    with pytest.raises(ValueError, match="build both from the sets"):
        MinHashLSH().insert("a", theirs.MinHash())
