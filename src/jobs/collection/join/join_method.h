// Join methods: how candidate pairs are found. One row of a table is all there is to say of one:
// its name in --pairs, what finds its candidates, and what a store that it made can serve.
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

// What a store keeps: its documents' pairs, from which all else follows; or only which documents
// are connected by pairs over its thresholds, and so single linkage by those alone; or only which
// document survives for each, and so survivor linkage by those and that choice alone.
enum class JoinKeeps : std::uint8_t { pairs, components, survivors };

struct JoinMethodRow {
  std::string_view name;
  std::string_view arguments;             // what may follow a colon, e.g. "BxR"; empty: nothing
  std::array<std::uint32_t, 2> defaults;  // of the arguments; 0: there is no such argument
  JoinKeeps keeps;
  std::string_view knows;    // what a store knows of its documents then, as a clause
  std::uint64_t common;      // shingles of more documents are left out; 0: none
  bool smallest_sketches;    // sketches that keep the smallest hashes serve
  bool shown;                // it finds every pair whose sketches show enough
  std::string_view help;     // a clause for --pairs
  std::string_view found;    // whether a pair of resemblance r is found
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

  // "exact", "linked", "classic", "supershingle", "supershingle:4", "bands:14x8". Errors say what
  // may stand there.
  static Result<JoinMethod> parse(std::string_view text);
  bool keeps_pairs() const { return row->keeps == JoinKeeps::pairs; }
};

}  // namespace whorl::internal::join
