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
    {"progpedia-jplag", "progpedia-jplag", all, 0, 0, true, "base/main.java", .995, .99},
    {"conplag raw", "conplag", [](const Row& row) { return note_is(row, "raw"); }, 2, 1, false, "",
     .90, .86},
    {"conplag templatefree", "conplag", [](const Row& row) { return note_is(row, "templatefree"); },
     2, 1, false, "", .95, .92},
    {"irplag L1", "irplag", [](const Row& row) { return level(row, "L1"); }, 1, 0, false, "", .97,
     .96},
    {"irplag L2", "irplag", [](const Row& row) { return level(row, "L2"); }, 1, 0, false, "", .94,
     .92},
    {"irplag L3", "irplag", [](const Row& row) { return level(row, "L3"); }, 1, 0, false, "", .84,
     .75},
    {"codeforces-cheats C", "codeforces-cheats", [](const Row& row) { return within(row, "/C/"); },
     2, 0, false, "", .98, .95},
    {"codeforces-cheats C++", "codeforces-cheats",
     [](const Row& row) { return within(row, "/C++/"); }, 2, 0, false, "", .999, .997},
    {"codeforces-cheats Python", "codeforces-cheats",
     [](const Row& row) { return within(row, "/Python/"); }, 2, 0, false, "", .965, .895},
    {"clough-stevenson", "clough-stevenson", all, 0, 0, false, "", .965, .98},
    {"minhash-articles 2500", "minhash-articles",
     [](const Row& row) { return note_is(row, "2500"); }, 1, 1, true, "", 1, 1},
};

}  // namespace

std::span<const SetSpec> sets() { return kSets; }

}  // namespace whorl::quality
