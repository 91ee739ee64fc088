"""whorl.distributed: tasks over files write what the program writes."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import corpus
import pytest

import whorl
from whorl import distributed

WHORL = os.path.abspath(os.environ["WHORL"])
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(pathlib.Path(whorl.__file__).parents[1].absolute()),
    "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}",
}


@pytest.fixture
def pages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "pages"
    folder.mkdir()
    texts = corpus.themed(400, 1, most_words=340)
    for part in range(8):
        lines = [
            json.dumps({"id": f"{part}-{number}", "text": text, "n": number})
            for number, text in enumerate(texts[part * 50 : part * 50 + 50])
        ]
        (folder / f"{part}.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "damaged.jsonl").write_text('{"id": 1, "text"\n')
    return folder


def _written(name: str) -> tuple[bytes, bytes]:
    kept, removed = pathlib.Path(f"{name}.jsonl"), pathlib.Path(f"{name}.removed.jsonl")
    return kept.read_bytes(), removed.read_bytes()


def _by_program(pages: pathlib.Path, *options: str) -> tuple[bytes, bytes]:
    command = [WHORL, "dedup", str(pages), "-o", "whole.jsonl", "--force", "--quiet", *options]
    assert subprocess.run(command, check=False).returncode == 2  # a line is damaged
    return _written("whole")


@pytest.mark.parametrize("sketch", ["all", "mod:25"])
@pytest.mark.parametrize("link", ["survivor", "single"])
def test_writes_what_the_program_writes(pages: pathlib.Path, sketch: str, link: str) -> None:
    expected = _by_program(pages, "--sketch", sketch, "--link", link, "-r", "0.6")
    assert b'"similar"' in expected[1]
    for tasks in (1, 5):
        distributed.plan(
            f"work{tasks}",
            pages,
            f"by{tasks}.jsonl",
            tasks=tasks,
            sketch=sketch,
            link=link,
            resemblance=0.6,
        )
        ran: list[str] = []
        assert distributed.run(f"work{tasks}", ran=ran.append) == len(ran)
        assert _written(f"by{tasks}") == expected
        assert distributed.status(f"work{tasks}")["finished"]
        assert distributed.run(f"work{tasks}") == 0


@pytest.mark.parametrize("link", ["survivor", "single"])
def test_documents_of_one_template_need_few_candidates(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = corpus.of_template(1500, 60, 40, 40)
    for part in range(2):
        lines = [json.dumps({"id": number, "text": text}) for number, text in enumerate(texts)]
        pathlib.Path(f"{part}.jsonl").write_text("\n".join(lines[part::2]) + "\n")
    inputs = ["0.jsonl", "1.jsonl"]
    command = [WHORL, "dedup", *inputs, "-o", "whole.jsonl", "--quiet", "--link", link]
    subprocess.run(command, check=True)
    distributed.plan("work", inputs, "by.jsonl", tasks=2, link=link)
    distributed.run("work")
    assert _written("by") == _written("whole")
    handed_out = sum(path.stat().st_size for path in pathlib.Path("work/work").glob("hands-*"))
    assert handed_out < 100 * len(texts)  # all pairs are 750 for each text, of about 3 bytes


def _started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "whorl.distributed", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=pipe, stderr=pipe, text=True)


def _run(*arguments: str, status: int = 0) -> tuple[str, str]:
    """What the command prints, and its messages."""
    run = _started(*arguments)
    out, messages = run.communicate()
    assert run.returncode == status, messages
    return out, messages


def test_several_processes_share_the_tasks(pages: pathlib.Path) -> None:
    expected = _by_program(pages)
    _run("plan", "work", str(pages), "-o", "by.jsonl")
    runs = [_started("run", "work", "--threads", "1") for _ in range(3)]
    tasks = [line for run in runs for line in run.communicate()[0].splitlines()[:-2]]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert len(tasks) == len(set(tasks))
    assert _written("by") == expected
    known = json.loads(_run("status", "work", "--json")[0])
    assert known["finished"]
    counts = known["summary"]
    assert (counts["documents"], counts["skipped"]) == (400, 1)
    assert counts["kept"] == expected[0].count(b"\n")
    shown = _run("status", "work")[0].splitlines()[-1]
    assert shown.startswith(f"finished: 400 documents, {counts['kept']} kept"), shown
    assert shown.endswith("1 could not be read (listed with the removed ones)")


@pytest.mark.slow
def test_a_task_that_was_killed_is_run_again(pages: pathlib.Path) -> None:
    expected = _by_program(pages)
    for moment in range(1, 21):
        name = f"killed{moment}"
        distributed.plan(f"work{moment}", pages, f"{name}.jsonl", tasks=3)
        run = _started("run", f"work{moment}", "--quiet")
        time.sleep(0.1 + 0.02 * moment)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        distributed.run(f"work{moment}")
        assert _written(name) == expected, moment


def test_a_task_is_run_again_from_what_it_left(pages: pathlib.Path) -> None:
    """Each task once ends without its mark, as if it was killed at its very end."""
    expected = _by_program(pages)
    distributed.plan("work", pages, "by.jsonl", tasks=3)
    ran: list[str] = []

    def forget(task: str) -> None:
        if task not in ran:
            pathlib.Path("work/done", task.replace(" ", "-")).unlink()
        ran.append(task)

    distributed.run("work", ran=forget)
    assert len(ran) == 2 * len(set(ran))
    assert _written("by") == expected


def test_refuses_what_tasks_do_not_have(pages: pathlib.Path) -> None:
    with pytest.raises(whorl.UnsupportedError, match="min:400"):
        distributed.plan("work", pages, "by.jsonl", sketch="min:400")
    with pytest.raises(whorl.UnsupportedError, match="by.parquet"):
        distributed.plan("work", pages, "by.parquet")
    for wrong, message in (
        ({"resemblance": 0}, "threshold"),
        ({"sketch": "all:3"}, "sketch"),
        ({"front_end": "none"}, "tokenizer"),
        ({"memory": "1K"}, "memory"),
    ):
        with pytest.raises(whorl.InvalidArgumentError, match=message):
            distributed.plan("work", pages, "by.jsonl", **wrong)
    with pytest.raises(whorl.InvalidArgumentError, match="spreadsheets"):
        distributed.plan("work", pages, "by.xlsx")
    with pytest.raises(whorl.InvalidArgumentError, match="tasks"):
        distributed.plan("work", pages, "by.jsonl", tasks=0)
    with pytest.raises(whorl.NotFoundError, match="nowhere"):
        distributed.plan("work", "nowhere", "by.jsonl")
    assert not pathlib.Path("work").exists()
    with pytest.raises(whorl.NotFoundError, match="plan"):
        distributed.run("work")
    pathlib.Path("mine.jsonl").write_text("precious\n")
    with pytest.raises(whorl.Error, match="mine.jsonl"):
        distributed.plan("work", pages, "mine.jsonl")
    pathlib.Path("full").mkdir()
    pathlib.Path("full/file").touch()
    with pytest.raises(whorl.InvalidArgumentError, match="empty"):
        distributed.plan("full", pages, "by.jsonl")


def test_inputs_that_changed_are_noticed(pages: pathlib.Path) -> None:
    distributed.plan("work", pages, "by.jsonl", tasks=2)
    (pages / "new.jsonl").write_text('{"id": "new", "text": "some words"}\n')
    with pytest.raises(whorl.InvalidArgumentError, match="changed"):
        distributed.run("work")


def test_a_plan_belongs_to_its_working_folder(
    pages: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed.plan("work", pages, "by.jsonl")
    monkeypatch.chdir(pages)
    with pytest.raises(whorl.InvalidArgumentError, match="working folder"):
        distributed.run(tmp_path / "work")


def test_damaged_files_are_refused(pages: pathlib.Path) -> None:
    distributed.plan("work", pages, "by.jsonl", tasks=2)
    damaged: list[str] = []

    def damage(task: str) -> None:
        name = task.replace(" ", "-")
        if name.startswith("lists"):
            file = pathlib.Path("work/work", name)
            content = bytearray(file.read_bytes())
            content[-1] ^= 1
            file.write_bytes(content)
            damaged.append(name)

    with pytest.raises(whorl.CorruptError, match="lists-0"):
        distributed.run("work", ran=damage)
    assert damaged == ["lists-0", "lists-1"]


def test_wrong_usage_has_status_1(pages: pathlib.Path) -> None:
    _run("plan", "work", str(pages), "-o", "x.jsonl", "-r", "7", status=1)
    assert "usage" in _run("plan", "work", status=1)[1]
    assert "nowhere" in _run("run", "nowhere", status=2)[1]


def test_loop_of_the_examples(pages: pathlib.Path) -> None:
    expected = _by_program(pages)
    script = pathlib.Path(__file__).parents[2] / "examples" / "distributed" / "loop.sh"
    subprocess.run([str(script), "pages", "by.jsonl", "2"], check=True, env=ENVIRONMENT)
    assert _written("by") == expected
    assert not list(pathlib.Path().glob("whorl-tasks.*"))
