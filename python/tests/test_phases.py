"""whorl.phases: the kernels, run as several tasks, decide as whorl.dedup does."""

from __future__ import annotations

import pickle
import struct
from typing import Any

import corpus
import pytest

import whorl
from whorl import phases

pa = pytest.importorskip("pyarrow", reason="the tests of phases need pyarrow")

from phases_driver import Run  # noqa: E402


def decided(texts: list[str | None], **options: Any) -> dict[int, tuple[Any, ...]]:
    removed = whorl.dedup(pa.table({"text": texts}), progress=False, threads=1, **options).removed
    return {
        row["row"]: (
            row["reason"],
            row["kept_row"],
            row["resemblance"],
            row["contained"],
            row["contains"],
        )
        for row in removed.to_pylist()
    }


@pytest.mark.parametrize("sketch", ["all", "mod:25", "vi"])
@pytest.mark.parametrize("link", ["survivor", "single"])
def test_decisions_are_those_of_dedup(sketch: str, link: str) -> None:
    for seed, texts in enumerate(
        (corpus.themed(300, 1), corpus.themed(300, 2), corpus.texts_of(3, 400))
    ):
        for resemblance in (0.4, 0.8):
            options = {"sketch": sketch, "resemblance": resemblance}
            expected = decided(texts, link=link, **options)
            assert len(expected) > 20
            for tasks in (1, 3):
                run = Run(texts, tasks, link, **options)
                assert run.reasons == expected, (seed, resemblance, tasks)


def test_other_options_are_those_of_dedup() -> None:
    texts = corpus.texts_of(5, 300)
    for options in ({"shingle": 3}, {"front_end": "text"}, {"shingle": 10, "sketch": "mod:2"}):
        assert Run(texts, 2, "survivor", **options).reasons == decided(texts, **options)


def test_a_row_that_is_no_document_says_why() -> None:
    words = b"a text of some words"
    texts = pa.array([words, None, b"\xff\xfe not utf-8", b"", words])
    rows = phases.documents(texts).to_pylist()
    skipped = [row["skipped"] for row in rows]
    expected = {
        row["row"]: row["reason"]
        for row in whorl.dedup(pa.table({"text": texts}), progress=False).skipped.to_pylist()
        if row["kind"] == "skipped"
    }
    assert {row: why for row, why in enumerate(skipped) if why is not None} == expected
    assert list(expected) == [1, 2]
    assert rows[1]["sketch"] is None
    assert rows[3]["group"] is None  # an empty text is a duplicate of nothing
    assert rows[0]["group"] == rows[4]["group"]


def test_the_rows_can_be_divided_in_any_way() -> None:
    texts = corpus.themed(60, 3)
    whole = phases.documents(texts).to_pylist()
    parts = [row for text in texts for row in phases.documents([text]).to_pylist()]
    assert parts == whole


def test_ranks_have_64_bits() -> None:
    sketch = phases.documents(["some words of a text, and some more words of it"]).to_pylist()[0]
    rule = phases.Rule("mod:25", 0.5)
    ranks = [(1 << 56) - 1, 1 << 40]
    table = phases.prefixes(
        ranks, [sketch["sketch"]] * 2, rule, hot=b"", moduli=[sketch["modulus"]], ranges=1
    )
    block = phases.lists(table["block"], moduli=[sketch["modulus"]]).to_pylist()[0]
    assert (ranks[0] << 1 | 1).to_bytes(8, "little") in block
    assert block.index((ranks[1] << 1 | 1).to_bytes(8, "little")) < block.index(
        (ranks[0] << 1 | 1).to_bytes(8, "little")
    )
    with pytest.raises(whorl.CorruptError, match="rank"):
        phases.hand_out([block], phases.first_state(5), rule, round=0, ranges=1)


def test_a_rule_is_pickled_as_its_options() -> None:
    rule = pickle.loads(pickle.dumps(phases.Rule("mod:25", 0.75)))
    assert (rule.sketch, rule.resemblance) == ("mod:25", 0.75)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(whorl.UnsupportedError, match="min:400"):
        phases.documents(["a"], sketch="min:400")
    with pytest.raises(whorl.UnsupportedError):
        phases.Rule("min:400", 0.5)
    with pytest.raises(whorl.InvalidArgumentError, match="0 to 1"):
        phases.Rule("all", 0)
    with pytest.raises(whorl.InvalidArgumentError, match="front end"):
        phases.documents(["a"], front_end="none")
    with pytest.raises(whorl.ColumnTypeError):
        phases.documents(pa.array([1, 2]))
    with pytest.raises(whorl.InvalidArgumentError, match="round=6"):
        phases.hand_out([], b"", phases.Rule("all", 1), round=6, ranges=1)


def test_wrong_columns_are_refused() -> None:
    rule = phases.Rule("all", 0.5)
    sketch = phases.documents(["one two three four five six"], sketch="all")["sketch"]
    block = sketch.to_pylist()[0]

    def take(ranks: Any) -> None:
        phases.prefixes(ranks, [block], rule, hot=b"", moduli=[1], ranges=2)

    with pytest.raises(whorl.ColumnTypeError, match="int64"):
        take(pa.array([1.5]))
    with pytest.raises(whorl.InvalidArgumentError, match="row 0 is null"):
        take(pa.array([None], pa.int64()))
    with pytest.raises(whorl.InvalidArgumentError, match="row 0 is below 0"):
        take(pa.array([-1]))
    with pytest.raises(whorl.InvalidArgumentError, match="as many ranks"):
        take(pa.array([1, 2]))
    with pytest.raises(whorl.InvalidArgumentError, match="56 bits"):
        take(pa.array([1 << 56]))
    with pytest.raises(whorl.InvalidArgumentError, match="moduli"):
        phases.prefixes([0], [block], rule, hot=b"", moduli=[5], ranges=2)
    with pytest.raises(whorl.InvalidArgumentError, match="equal length"):
        phases.resemble([block], [block, block], rule)
    with pytest.raises(whorl.InvalidArgumentError, match="row 0 is null"):
        phases.resemble([None], [block], rule)
    with pytest.raises(whorl.InvalidArgumentError, match="rank"):
        phases.settle(phases.first_state(2), [], ([7], [1]), ([], []), round=0)
    with pytest.raises(whorl.InvalidArgumentError, match="rank"):
        phases.settle(phases.first_state(4), [], ([], []), ([2], [3]), round=0)
    with pytest.raises(TypeError):
        phases.settle(phases.first_state(2), [], ([],), ([], []), round=0)
    for wrong in (-1, None, 1.5, "a"):
        with pytest.raises(whorl.InvalidArgumentError, match="row 1 is not a whole number"):
            take([0, wrong])


def test_damaged_blocks_are_refused() -> None:
    rule = phases.Rule("all", 0.3)
    texts = [f"{n} one two three four five six seven eight nine ten" for n in range(9)]
    sketches = phases.documents(texts, sketch="all")["sketch"].to_pylist()
    state = phases.first_state(9)
    postings = phases.prefixes(range(9), sketches, rule, hot=b"", moduli=[1], ranges=1)["block"]
    postings = postings.to_pylist()
    lists = phases.lists(postings, moduli=[1]).to_pylist()
    hands = phases.hand_out(lists, state, rule, round=0, ranges=1)["block"].to_pylist()
    readers = [
        (sketches[0], lambda block: phases.resemble([block], [block], rule)),
        (postings[0], lambda block: phases.lists([block], moduli=[1])),
        (lists[0], lambda block: phases.hand_out([block], state, rule, round=0, ranges=1)),
        (state, lambda block: phases.hand_out(lists, block, rule, round=0, ranges=1)),
        (hands[0], lambda block: phases.candidates([block], rule, round=0)),
        (state, lambda block: phases.settle(block, [], ([], []), ([], []), round=0)),
    ]
    for block, read in readers:
        read(block)
        for damaged in (block[:-1], block + b"x"):
            with pytest.raises(whorl.CorruptError, match="damaged"):
                read(damaged)
    with pytest.raises(whorl.CorruptError, match="searches"):
        phases.settle(state, [b"123"], ([], []), ([], []), round=0)
    for search in ((9, 9, 0), (2, 3, 0), (2, 0, 1, 2), (2, 0, 1, 1 << 40)):  # ranks of other runs
        block = struct.pack(f"<{len(search)}Q", *search)
        with pytest.raises(whorl.CorruptError, match="rank"):
            phases.settle(state, [block], ([], []), ([], []), round=0)
    repeated = struct.pack("<5Q", 1, 3, 2, 2, 2)
    with pytest.raises(whorl.CorruptError, match="sketch"):
        phases.measures([repeated], [repeated])
    with pytest.raises(whorl.CorruptError, match="hot"):
        phases.prefixes([0], sketches[:1], rule, hot=b"123", moduli=[1], ranges=1)


def test_shingles_are_blocks_of_all_shingles() -> None:
    texts = ["one two three four five six seven", None, "a b c d e f g h"]
    blocks = phases.shingles(texts).to_pylist()
    assert blocks == phases.documents(texts, sketch="all")["sketch"].to_pylist()
    assert blocks[1] is None
    assert phases.shingles(texts, sketch="all").to_pylist() == blocks


def test_a_document_has_few_candidates_before_the_last_round() -> None:
    """The first ones, and the next is held back."""
    texts = [" ".join(f"w{word}" for word in range(30)) + f" x{number}" for number in range(60)]
    sketches = phases.documents(texts, sketch="all")["sketch"].to_pylist()
    rule = phases.Rule("all", 0.5)
    hot = phases.hot_shingles([])
    postings = phases.prefixes(list(range(60)), sketches, rule, hot=hot, moduli=[1], ranges=1)
    lists = phases.lists(postings["block"].to_pylist(), moduli=[1]).to_pylist()
    state = phases.first_state(60)
    last = phases.ROUNDS - 1
    hands = phases.hand_out(lists, state, rule, round=last, ranges=1)["block"].to_pylist()
    for round, most in ((0, 16), (1, 32), (last, 59)):
        found = phases.candidates(hands, rule, round=round).to_pylist()
        rows = [(row["rank"], row["held_back"]) for row in found if row["own"] == 59]
        held_back = [(most, True)] if round < last else []
        assert rows == [(rank, False) for rank in range(most)] + held_back


def test_survivors_are_those_that_are_decided() -> None:
    state = phases.first_state(3)
    assert phases.survivors(state).to_pylist() == [False] * 3
    similar, held_back = ([1], [0]), ([2], [1])
    settled = phases.settle(state, [], similar, held_back, round=0)
    assert phases.survivors(settled.state).to_pylist() == [True, False, False]
    with pytest.raises(whorl.CorruptError):
        phases.survivors(state[:3])
