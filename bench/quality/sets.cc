#include "quality/sets.h"

namespace whorl::quality {
namespace {

// Columns of pairs.tsv after the two documents and the label.
constexpr std::size_t kNote = 3;

bool all(const Row&) { return true; }

bool note_is(const Row& row, std::string_view note) {
  return row.size() > kNote && row[kNote] == note;
}

bool level(const Row& row, std::string_view name) {
  return note_is(row, name) || note_is(row, "non-plagiarized");
}

bool within(const Row& row, std::string_view folder) {
  return row[0].find(folder) != std::string::npos;
}

constexpr SetSpec kSets[] = {
    {"progpedia-jplag", "progpedia-jplag", all, 0, 0, true, "base/main.java", .999, .995},
    {"conplag raw", "conplag", [](const Row& row) { return note_is(row, "raw"); }, 2, 1, false, "",
     .914, .88},
    {"conplag templatefree", "conplag", [](const Row& row) { return note_is(row, "templatefree"); },
     2, 1, false, "", .962, .937},
    {"irplag L1", "irplag", [](const Row& row) { return level(row, "L1"); }, 1, 0, false, "", .99,
     .985},
    {"irplag L2", "irplag", [](const Row& row) { return level(row, "L2"); }, 1, 0, false, "", .958,
     .94},
    {"irplag L3", "irplag", [](const Row& row) { return level(row, "L3"); }, 1, 0, false, "", .88,
     .79},
    {"irplag L4", "irplag", [](const Row& row) { return level(row, "L4"); }, 1, 0, false, "", .68,
     .52},
    {"irplag L5", "irplag", [](const Row& row) { return level(row, "L5"); }, 1, 0, false, "", .51,
     .33},
    {"irplag L6", "irplag", [](const Row& row) { return level(row, "L6"); }, 1, 0, false, "", .42,
     .31},
    {"codeforces-cheats C", "codeforces-cheats", [](const Row& row) { return within(row, "/C/"); },
     2, 0, false, "", .99, .98},
    {"codeforces-cheats C++", "codeforces-cheats",
     [](const Row& row) { return within(row, "/C++/"); }, 2, 0, false, "", .999, .997},
    {"codeforces-cheats Python", "codeforces-cheats",
     [](const Row& row) { return within(row, "/Python/"); }, 2, 0, false, "", .99, .98},
    {"clough-stevenson", "clough-stevenson", all, 0, 0, false, "", .975, .985},
    {"minhash-articles 2500", "minhash-articles",
     [](const Row& row) { return note_is(row, "2500"); }, 1, 1, true, "", 1, 1},
};

}  // namespace

std::span<const SetSpec> sets() { return kSets; }

}  // namespace whorl::quality
