"""Whether scripts/touched_rooms.py finds the rooms that a change touches, and those that depend on them."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import touched_rooms  # noqa: E402

LAYERS = touched_rooms.with_others(touched_rooms.read_layers(ROOT))


def affected(*files):
    code, tests = touched_rooms.touched(list(files), ROOT)
    return touched_rooms.distances(code, tests, LAYERS)


def sanitized(*files):
    return touched_rooms.sanitized_folders(touched_rooms.in_order(affected(*files), LAYERS), ROOT)


class TouchedRooms(unittest.TestCase):
    def test_a_source_touches_its_room_and_those_that_may_use_it(self):
        found = affected("src/jobs/collection/join/exact_join.cc")
        self.assertEqual(found["jobs/collection/join"], 0)
        self.assertEqual(found["jobs/collection/cluster"], 1)
        self.assertNotIn("jobs/repeats", found)

    def test_dependents_follow_over_several_rooms(self):
        found = touched_rooms.distances({"a"}, set(), {"a": set(), "b": {"a"}, "c": {"b"}, "d": set()})
        self.assertEqual(found, {"a": 0, "b": 1, "c": 2})

    def test_base_touches_everything_that_uses_it(self):
        self.assertLess({"base", "tokens", "jobs/repeats", "lab", "jobs/compare/search"}, set(affected("src/base/parallel.cc")))

    def test_an_inner_room_is_not_taken_for_the_outer_one(self):
        found = affected("src/jobs/compare/search/pair_search.cc")
        self.assertEqual(found["jobs/compare/search"], 0)
        self.assertEqual(found["jobs/compare"], 1)

    def test_tests_touch_their_room_alone(self):
        self.assertEqual(affected("tests/base/parallel_test.cc"), {"base": 0})

    def test_a_public_header_touches_the_rooms_that_include_it(self):
        header = next(iter(sorted((ROOT / "include/whorl").glob("*.h")))).name
        rooms = touched_rooms.sources_of_header(ROOT)[header]
        self.assertTrue(rooms)
        self.assertLess(rooms, set(affected(f"include/whorl/{header}")))

    def test_flags_touch_all_and_other_build_files_only_the_installation(self):
        self.assertEqual(set(affected("cmake/WhorlOptions.cmake")), set(LAYERS))
        self.assertEqual(affected("cmake/WhorlPackage.cmake"), {"install": 0, "wheel": 0})

    def test_the_python_package_touches_its_wheels_alone(self):
        for file in ("python/src/module.cc", "python/whorl/__init__.py", "pyproject.toml"):
            self.assertEqual(affected(file), {"wheel": 0})
        self.assertEqual(affected("python/tests/test_package.py"), {})

    def test_documents_touch_nothing(self):
        self.assertEqual(affected("README.md", "docs/methods.md"), {})

    def test_sanitizers_run_what_was_touched_first(self):
        self.assertEqual(sanitized("src/jobs/collection/join/exact_join.cc")[0], "join")
        self.assertEqual(sanitized("src/jobs/repeats/passages.cc"), ["repeats"])

    def test_sanitizers_run_the_faces_only_if_those_were_touched(self):
        self.assertNotIn("cli", sanitized("src/base/parallel.cc"))
        self.assertEqual(sanitized("apps/cli/main.cc"), ["cli"])

    def test_sanitizers_of_a_room_without_programs_run_nothing(self):
        self.assertEqual(sanitized("scripts/package"), [])

    def test_every_room_with_a_test_program_is_known(self):
        folders = {path.parent.name for path in (ROOT / "tests").glob("*/CMakeLists.txt")
                   if "whorl_test(" in path.read_text()}
        self.assertEqual(folders - {touched_rooms.tests_of(room) for room in LAYERS}, set())


if __name__ == "__main__":
    unittest.main()
