// Join methods: how candidate pairs are found. A row of the table has all about one: its name in
// --pairs, the function that finds candidates, and the abilities of its stores.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/candidate_stream.h"

namespace whorl::internal::join {

struct JoinMethod;

// Finds the candidates of the sketches.
using RunJoin = Result<CandidateStream> (*)(const JoinInput& input, const JoinMethod& method,
                                            const CandidateOptions& options, CandidateStats& stats);

// What a store keeps. `pairs`: its documents' pairs, from which all else follows. `components`:
// only which documents are connected by pairs over its thresholds; it serves single linkage with
// these thresholds. `survivors`: only the kept document for each; it serves linkage by kept
// documents with these thresholds and that choice.
enum class JoinKeeps : std::uint8_t { pairs, components, survivors };

struct JoinMethodRow {
  std::string_view name;
  std::string_view arguments;  // what may follow a colon, e.g. "BxR"; empty if nothing may
  std::array<std::uint32_t, 2> defaults;  // of the arguments; 0 if there is no such argument
  JoinKeeps keeps;
  std::string_view knows;    // what a store then knows about its documents, as a clause
  std::uint64_t common;      // shingles of more documents are omitted; 0: none are
  bool smallest_sketches;    // sketches of the smallest hashes can be used
  bool shown;                // finds every pair whose sketches show enough similarity
  std::string_view help;     // a clause for --pairs
  std::string_view found;    // when a pair of resemblance r is found
  std::string_view cost;     // what its time grows with
  std::string_view example;  // as it may be written
  std::string_view source;   // paper and section
  RunJoin run;
};

std::span<const JoinMethodRow> join_methods();

// A row with its arguments.
struct JoinMethod {
  const JoinMethodRow* row;
  std::array<std::uint32_t, 2> arguments;

  // "exact", "linked", "classic", "supershingle", "supershingle:4", "bands:14x8". Errors give the
  // allowed values.
  static Result<JoinMethod> parse(std::string_view text);
  bool keeps_pairs() const { return row->keeps == JoinKeeps::pairs; }
};

}  // namespace whorl::internal::join
