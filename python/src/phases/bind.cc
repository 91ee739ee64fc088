// Binds the kernels of whorl.phases to Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "../bindings.h"
#include "../errors.h"
#include "../numbers.h"
#include "../options.h"
#include "../rows.h"
#include "../table.h"
#include "../table_builder.h"
#include "documents.h"
#include "lists.h"
#include "pairs.h"
#include "rounds.h"
#include "whorl/pair_rule.h"
#include "whorl/rounds.h"
#include "whorl/shingle_order.h"
#include "whorl/sketch.h"
#include "whorl/text_documents.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

using Numbers = std::vector<std::uint64_t>;
using PairColumns = std::pair<nb::object, nb::object>;

// Which pairs are similar. It is pickled as its options.
struct Rule {
  Rule(std::string sketch, double least)
      : sampling(std::move(sketch)),
        resemblance(least),
        pairs(value_or_raise(whorl::phases::PairRule::make(value_or_raise(parse_sampling(sampling)),
                                                           resemblance, 0))) {}

  std::string sampling;
  double resemblance;
  whorl::phases::PairRule pairs;
};

// A Python column of blocks. Throws whorl.InvalidArgumentError if a row is null.
class BlockRows {
 public:
  explicit BlockRows(nb::object column) : rows_(std::move(column)) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (!rows_[row]) {
        raise({ErrorCode::invalid_argument, "the block of row " + std::to_string(row) +
                                                " is null: give only rows that have a block"});
      }
    }
  }

  phases::Blocks blocks() const {
    return {rows_.size(), [this](std::size_t row) { return *rows_[row]; }};
  }

 private:
  TextRows rows_;
};

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes bytes_of(const std::string& block) { return nb::bytes(block.data(), block.size()); }

// The value of work(), which runs without the GIL.
template <class Work>
auto without_gil(const Work& work) {
  auto result = [&] {
    const nb::gil_scoped_release released;
    return work();
  }();
  return value_or_raise(std::move(result));
}

Table table_of(std::vector<phases::RangeBlock> made) {
  Numbers ranges;
  std::vector<std::optional<std::string>> blocks;
  for (phases::RangeBlock& one : made) {
    ranges.push_back(one.range);
    blocks.emplace_back(std::move(one.block));
  }
  return Table(structs({{"range", numbers(std::move(ranges))}, {"block", binaries(blocks)}}));
}

Array array_of(std::vector<std::string> made) {
  return Array(
      binaries({std::make_move_iterator(made.begin()), std::make_move_iterator(made.end())}));
}

Table table_of(const std::vector<phases::Taken>& taken) {
  TableBuilder<phases::Taken> table;
  table.column("rank", &phases::Taken::rank).column("survivor", &phases::Taken::survivor);
  table.add_all(taken);
  return std::move(table).finish();
}

std::vector<TextDocument> read_documents(nb::object text, const nb::dict& options,
                                         nb::object progress) {
  const ClusterOptions asked = collection_options(options);
  const TextRows rows(std::move(text));
  return rows.run<std::vector<TextDocument>>(
      std::move(progress), [&](const TextColumn& column, Progress& shown) {
        return text_documents(column, asked.shingling, asked.limits.memory, asked.limits.threads,
                              shown);
      });
}

Table documents(nb::object text, const nb::dict& options, nb::object progress) {
  return phases::table_of(read_documents(std::move(text), options, std::move(progress)));
}

Array shingles(nb::object text, const nb::dict& options) {
  return phases::shingles_of(read_documents(std::move(text), options, nb::none()));
}

nb::bytes hot_shingles(nb::object sketches, std::uint32_t least) {
  const BlockRows rows(std::move(sketches));
  return bytes_of(without_gil([&] { return phases::find_hot(rows.blocks(), least); }));
}

Table prefixes(nb::handle ranks, nb::object sketches, const Rule& rule, const nb::bytes& hot,
               Numbers moduli, std::uint32_t ranges) {
  const Numbers numbers = numbers_of(ranks, "the ranks");
  const BlockRows rows(std::move(sketches));
  const phases::PrefixOptions options{view(hot), std::move(moduli), ranges};
  return table_of(without_gil(
      [&] { return phases::take_prefixes(numbers, rows.blocks(), rule.pairs, options); }));
}

Array lists_of(nb::object postings, const Numbers& moduli) {
  const BlockRows rows(std::move(postings));
  return array_of(without_gil([&] { return phases::make_lists(rows.blocks(), moduli); }));
}

Array survivors(const nb::bytes& state) {
  return Array(booleans(without_gil([&] { return phases::survivors(view(state)); })));
}

Table taken(const nb::bytes& state) {
  return table_of(without_gil([&] { return phases::taken(view(state)); }));
}

Table guess(nb::object lists, std::uint64_t ranks, const Rule& rule, std::uint32_t ranges) {
  const BlockRows rows(std::move(lists));
  return table_of(without_gil([&] {
    return phases::guess(rows.blocks(), rule.pairs, {ranks, ranges});
  }));
}

Table hand_out(nb::object lists, const nb::bytes& state, const Rule& rule, std::uint32_t ranges,
               std::size_t most) {
  const BlockRows rows(std::move(lists));
  return table_of(without_gil([&] {
    return phases::hand_out(rows.blocks(), view(state), rule.pairs, {ranges, most});
  }));
}

Table table_of(const std::vector<phases::DocumentPair>& pairs) {
  TableBuilder<phases::DocumentPair> table;
  table.column("own", &phases::DocumentPair::own).column("rank", &phases::DocumentPair::rank);
  table.add_all(pairs);
  return std::move(table).finish();
}

Table guesses(nb::object hands) {
  const BlockRows rows(std::move(hands));
  return table_of(without_gil([&] { return phases::merge_guesses(rows.blocks()); }));
}

Table candidates(nb::object hands, const Rule& rule, std::size_t most) {
  const BlockRows rows(std::move(hands));
  const auto merged =
      without_gil([&] { return phases::merge_candidates(rows.blocks(), rule.pairs, most); });
  TableBuilder<phases::MergedRow> table;
  table.column("own", &phases::MergedRow::own)
      .column("rank", &phases::MergedRow::rank)
      .column("held_back", &phases::MergedRow::held_back);
  table.add_all(merged);
  return std::move(table).finish();
}

Array may_resemble(nb::object a, nb::object b, const Rule& rule) {
  const BlockRows rows_a(std::move(a)), rows_b(std::move(b));
  const auto blocks_a = rows_a.blocks(), blocks_b = rows_b.blocks();
  return Array(booleans(without_gil([&] {
    return phases::are_candidates({blocks_a, blocks_b}, rule.pairs);
  })));
}

Array resemble(nb::object a, nb::object b, const Rule& rule) {
  const BlockRows rows_a(std::move(a)), rows_b(std::move(b));
  const auto blocks_a = rows_a.blocks(), blocks_b = rows_b.blocks();
  return Array(booleans(without_gil([&] {
    return phases::are_similar({blocks_a, blocks_b}, rule.pairs);
  })));
}

Table measures(nb::object a, nb::object b) {
  const BlockRows rows_a(std::move(a)), rows_b(std::move(b));
  const auto blocks_a = rows_a.blocks(), blocks_b = rows_b.blocks();
  const auto all = without_gil([&] { return phases::measured({blocks_a, blocks_b}); });
  using Measures = whorl::phases::PairMeasures;
  TableBuilder<Measures> table;
  table.column("resemblance", [](const Measures& pair) { return pair.resemblance.value; })
      .column("contained", [](const Measures& pair) { return pair.a_in_b.value; })
      .column("contains", [](const Measures& pair) { return pair.b_in_a.value; });
  table.add_all(all);
  return std::move(table).finish();
}

std::vector<phases::DocumentPair> pairs_of(nb::handle own, nb::handle rank) {
  const Numbers owns = numbers_of(own, "the documents of pairs");
  const Numbers ranks = numbers_of(rank, "the candidates of pairs");
  if (owns.size() != ranks.size()) {
    raise({ErrorCode::invalid_argument, "give two columns of equal length"});
  }
  std::vector<phases::DocumentPair> pairs;
  for (std::size_t row = 0; row < owns.size(); ++row) pairs.push_back({owns[row], ranks[row]});
  return pairs;
}

nb::tuple tuple_of(phases::Settled settled) {
  return nb::make_tuple(bytes_of(settled.state), array_of(std::move(settled.similar)),
                        settled.is_final);
}

nb::tuple settle_guesses(std::uint64_t ranks, nb::handle own, nb::handle rank) {
  auto pairs = pairs_of(own, rank);
  return tuple_of(without_gil([&] { return phases::settle_guesses(ranks, std::move(pairs)); }));
}

nb::tuple settle(const nb::bytes& state, nb::object before, const PairColumns& similar,
                 const PairColumns& held_back) {
  auto pairs = pairs_of(similar.first, similar.second);
  const auto left = pairs_of(held_back.first, held_back.second);
  const BlockRows rows(std::move(before));
  return tuple_of(without_gil(
      [&] { return phases::settle(view(state), rows.blocks(), std::move(pairs), left); }));
}

Table components(std::uint64_t ranks, nb::handle own, nb::handle rank) {
  const auto pairs = pairs_of(own, rank);
  return table_of(without_gil([&] { return phases::components(ranks, pairs); }));
}

void bind_rule(nb::module_& module) {
  using Options = std::pair<std::string, double>;
  nb::class_<Rule>(module, "Rule",
                   "Which pairs of documents are similar.\n\n"
                   "sketch: \"mod:M\", \"vi\" or \"all\". resemblance: over 0, up to 1.\n\n"
                   "Raises InvalidArgumentError for other values, and UnsupportedError for "
                   "\"min:S\".")
      .def(nb::init<std::string, double>(), "sketch"_a, "resemblance"_a)
      .def_ro("sketch", &Rule::sampling)
      .def_ro("resemblance", &Rule::resemblance)
      .def("__getstate__",
           [](const Rule& rule) { return Options(rule.sampling, rule.resemblance); })
      .def("__setstate__", [](Rule& rule, const Options& options) {
        new (&rule) Rule(options.first, options.second);
      });
}

}  // namespace

void bind_phases(nb::module_& module) {
  bind_rule(module);
  module.def("phase_hot_from", [] { return whorl::phases::kHotFrom; });
  module.def("phase_documents", &documents, "text"_a.none(), "options"_a, "progress"_a.none());
  module.def("phase_shingles", &shingles, "text"_a, "options"_a);
  module.def("phase_hot_shingles", &hot_shingles, "sketches"_a, "least"_a);
  module.def("phase_prefixes", &prefixes, "ranks"_a, "sketches"_a, "rule"_a, "hot"_a, "moduli"_a,
             "ranges"_a);
  module.def("phase_lists", &lists_of, "postings"_a, "moduli"_a);
  module.def(
      "phase_first_state", [](std::uint64_t ranks) { return bytes_of(phases::first_state(ranks)); },
      "ranks"_a);
  module.def("phase_enough",
             [] { return std::pair(whorl::phases::kEnough, whorl::phases::kEnoughAgain); });
  module.def("phase_survivors", &survivors, "state"_a);
  module.def("phase_taken", &taken, "state"_a);
  module.def("phase_guess", &guess, "lists"_a, "ranks"_a, "rule"_a, "ranges"_a);
  module.def("phase_hand_out", &hand_out, "lists"_a, "state"_a, "rule"_a, "ranges"_a, "most"_a);
  module.def("phase_guesses", &guesses, "hands"_a);
  module.def("phase_candidates", &candidates, "hands"_a, "rule"_a, "most"_a);
  module.def("phase_may_resemble", &may_resemble, "a"_a, "b"_a, "rule"_a);
  module.def("phase_resemble", &resemble, "a"_a, "b"_a, "rule"_a);
  module.def("phase_measures", &measures, "a"_a, "b"_a);
  module.def("phase_settle_guesses", &settle_guesses, "ranks"_a, "own"_a, "rank"_a);
  module.def("phase_settle", &settle, "state"_a, "before"_a, "similar"_a, "held_back"_a);
  module.def("phase_components", &components, "ranks"_a, "own"_a, "rank"_a);
}

}  // namespace whorl::python
