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


@pytest.mark.parametrize("link", ["survivor", "single"])
@pytest.mark.parametrize("common", [15, 60, 80])
def test_documents_of_one_template_need_few_candidates(link: str, common: int) -> None:
    texts = corpus.of_template(600, common, 40, 40)
    run = Run(texts, 3, link)
    assert run.reasons == decided(texts, link=link)
    assert len(run.reasons) == 60
    assert run.handed_out < 100 * len(texts)  # all pairs are 300 for each text, of about 8 bytes


def test_decisions_of_templates_are_those_of_dedup() -> None:
    for common in (30, 60, 100, 1500):
        for sketch, resemblance in (("all", 0.5), ("mod:25", 0.3), ("mod:25", 0.8), ("mod:2", 0.5)):
            texts = corpus.of_template(250, common, 1, 2 * common)
            options = {"sketch": sketch, "resemblance": resemblance}
            assert Run(texts, 2, "survivor", **options).reasons == decided(texts, **options)


def test_other_options_are_those_of_dedup() -> None:
    texts = corpus.texts_of(5, 300)
    for options in ({"shingle": 3}, {"front_end": "text"}, {"shingle": 10, "sketch": "mod:2"}):
        assert Run(texts, 2, "survivor", **options).reasons == decided(texts, **options)


def test_letters_of_short_texts_are_those_of_dedup_and_cluster() -> None:
    titles = [f"a title of eight words, with {name} at the end" for name in ("one", "another")]
    by_words = phases.shingles(titles, letters_below=5).to_pylist()
    by_letters = phases.shingles(titles).to_pylist()
    assert phases.shingles(titles, letters_below=20).to_pylist() == by_letters != by_words
    for shingles, options in ((by_letters, {}), (by_words, {"letters_below": 5})):
        rows = phases.documents(titles, sketch="all", **options).to_pylist()
        assert [row["sketch"] for row in rows] == shingles
    with pytest.raises(whorl.InvalidArgumentError, match="letters_below"):
        phases.documents(titles, letters_below=-1)


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


def test_ranks_have_48_bits() -> None:
    sketch = phases.documents(["some words of a text, and some more words of it"]).to_pylist()[0]
    rule = phases.Rule("mod:25", 0.5)
    ranks = [(1 << 48) - 1, 1 << 40]
    table = phases.prefixes(
        ranks, [sketch["sketch"]] * 2, rule, hot=b"", moduli=[sketch["modulus"]], ranges=1
    )
    block = phases.lists(table["block"], moduli=[sketch["modulus"]]).to_pylist()[0]
    first, last = ((rank << 16 | 3).to_bytes(8, "little") for rank in reversed(ranks))
    assert block.index(first) < block.index(last)
    with pytest.raises(whorl.CorruptError, match="rank"):
        phases.hand_out([block], phases.first_state(5), rule, ranges=1)
    with pytest.raises(whorl.CorruptError, match="rank"):
        phases.guess([block], rule, ranks=5, ranges=1)


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
    with pytest.raises(whorl.InvalidArgumentError, match="tokenizer"):
        phases.documents(["a"], front_end="none")
    with pytest.raises(whorl.ColumnTypeError):
        phases.documents(pa.array([1, 2]))
    with pytest.raises(whorl.InvalidArgumentError, match="ranges=0"):
        phases.hand_out([], b"", phases.Rule("all", 1), ranges=0)
    with pytest.raises(whorl.InvalidArgumentError, match="ranks=-1"):
        phases.guess([], phases.Rule("all", 1), ranks=-1, ranges=1)


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
    with pytest.raises(whorl.InvalidArgumentError, match="48 bits"):
        take(pa.array([1 << 48]))
    with pytest.raises(whorl.InvalidArgumentError, match="moduli"):
        phases.prefixes([0], [block], rule, hot=b"", moduli=[5], ranges=2)
    with pytest.raises(whorl.InvalidArgumentError, match="equal length"):
        phases.resemble([block], [block, block], rule)
    with pytest.raises(whorl.InvalidArgumentError, match="row 0 is null"):
        phases.resemble([None], [block], rule)
    with pytest.raises(whorl.InvalidArgumentError, match="rank"):
        phases.settle(phases.first_state(2), [], ([7], [1]))
    with pytest.raises(whorl.InvalidArgumentError, match="rank"):
        phases.settle_guesses(4, ([2], [3]))
    with pytest.raises(whorl.InvalidArgumentError, match="rank"):
        phases.settle(phases.first_state(4), [], ([], []), ([2], [3]))
    with pytest.raises(whorl.InvalidArgumentError, match="most=0"):
        phases.candidates([], rule, most=0)
    with pytest.raises(TypeError):
        phases.settle(phases.first_state(2), [], ([],))
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
    hands = phases.hand_out(lists, state, rule, ranges=1)["block"].to_pylist()
    settled = phases.settle_guesses(9, ([3, 8, 8], [1, 1, 2]))
    similar = settled.similar.to_pylist()[0]
    readers = [
        (sketches[0], lambda block: phases.resemble([block], [block], rule)),
        (postings[0], lambda block: phases.lists([block], moduli=[1])),
        (lists[0], lambda block: phases.hand_out([block], state, rule, ranges=1)),
        (lists[0], lambda block: phases.guess([block], rule, ranks=9, ranges=1)),
        (state, lambda block: phases.hand_out(lists, block, rule, ranges=1)),
        (hands[0], lambda block: phases.candidates([block], rule)),
        (hands[0], lambda block: phases.guesses([block])),
        (settled.state, lambda block: phases.settle(block, [], ([], []))),
        (settled.state, phases.taken),
        (settled.state, phases.survivors),
        (similar, lambda block: phases.settle(state, [block], ([], []))),
    ]
    for block, read in readers:
        read(block)
        for damaged in (block[:-1], block + b"x"):
            with pytest.raises(whorl.CorruptError, match="damaged"):
                read(damaged)
    for wrong in (  # ranks, what was handed out, taken, whether pairs were counted, doubts
        ((1 << 64) - 20, 0, 0, 0),  # more ranks than the block has
        (4, 0b11_00_00_00, 0, 0),
        (4, 0, 1, 2, 2, 0),  # a document that takes itself
        (4, 0, 0, 0, 4, 0, 0),
        (4, 0, 0, 0, 2, 3, 0),
        (4, 0, 0, 0, 2, 0, 3),
    ):
        with pytest.raises(whorl.CorruptError, match="state"):
            phases.taken(struct.pack(f"<{len(wrong)}Q", *wrong))
    for wrong in ((9, 0), (2, 1, 2), (2, 1, 1 << 40)):  # ranks of other runs
        block = struct.pack(f"<{len(wrong)}Q", *wrong)
        with pytest.raises(whorl.CorruptError, match="rank"):
            phases.settle(state, [block], ([], []))
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


def lists_of_copies(rule: phases.Rule, copies: int) -> list[bytes]:
    """Lists of texts that are all similar."""
    texts = [" ".join(f"w{word}" for word in range(30)) + f" x{n}" for n in range(copies)]
    sketches = phases.documents(texts, sketch="all")["sketch"].to_pylist()
    hot = phases.hot_shingles([])
    postings = phases.prefixes(list(range(copies)), sketches, rule, hot=hot, moduli=[1], ranges=1)
    return phases.lists(postings["block"].to_pylist(), moduli=[1]).to_pylist()


def test_guesses_are_few() -> None:
    rule = phases.Rule("all", 0.5)
    hands = phases.guess(lists_of_copies(rule, 60), rule, ranks=60, ranges=1)
    rows = phases.guesses(hands["block"].to_pylist()).to_pylist()
    assert [row["rank"] for row in rows if row["own"] == 59] == list(range(7))


def test_documents_are_compared_with_survivors() -> None:
    """Here: after the guesses, the ranks 1 and 3 are removed."""
    rule = phases.Rule("all", 0.5)
    lists = lists_of_copies(rule, 5)
    everyone = phases.hand_out(lists, phases.first_state(5), rule, ranges=1)
    rows = phases.candidates(everyone["block"].to_pylist(), rule).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (own, rank, False) for own in range(5) for rank in range(own)
    ]
    few = phases.hand_out(lists, phases.first_state(5), rule, ranges=1, most=2)
    for hands, most in ((everyone, 2), (few, 9)):
        rows = phases.candidates(hands["block"].to_pylist(), rule, most=most).to_pylist()
        assert [tuple(row.values()) for row in rows if row["own"] == 4] == [
            (4, 0, False),
            (4, 1, False),
            (4, 2, True),
        ]
    settled = phases.settle_guesses(5, ([1, 3], [0, 2]))
    assert not settled.is_final
    assert phases.survivors(settled.state).to_pylist() == [True, False, True, False, True]
    hands = phases.hand_out(lists, settled.state, rule, ranges=1)["block"].to_pylist()
    rows = phases.candidates(hands, rule).to_pylist()
    # A removed document is compared with the kept documents before its own.
    assert [(row["own"], row["rank"]) for row in rows] == [(2, 0), (3, 0), (4, 0), (4, 2)]

    similar = settled.similar.to_pylist()
    settled = phases.settle(settled.state, similar, ([2, 3, 4, 4], [0, 0, 0, 2]))
    assert phases.taken(settled.state).to_pylist() == [
        {"rank": rank, "survivor": 0} for rank in range(1, 5)
    ]
    assert settled.is_final


def test_without_documents_the_state_is_final() -> None:
    assert phases.settle_guesses(0, ([], [])).is_final
