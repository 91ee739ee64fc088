// whorl methods.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "cli/text.h"
#include "serve/json_text.h"
#include "whorl/methods.h"
#include "whorl/pair_scores.h"
#include "whorl/similarity_methods.h"

namespace whorl::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 80;

std::string front_end_text(const FrontEndMethod& row) {
  std::string out = fmt::format("  {}", row.name);
  if (!row.arguments.empty()) out += fmt::format("[:{}]", row.arguments);
  out += fmt::format("  (version {})\n", row.version);
  out += wrapped(fmt::format("A symbol is {}. Drops {}.", row.symbol, row.drops), 6, kWidth);
  out += wrapped(fmt::format("Defaults: --noise {} --guarantee {}, window {}. Source: {}.",
                             row.noise, row.guarantee, row.window, row.source),
                 6, kWidth);
  return out;
}

// "winnow:w=N", "breakpoint:c=N"
template <class Method>
std::string usage_of(const Method& row) {
  std::string out(row.name);
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    out += fmt::format("{}{}=N", i == 0 ? ':' : ',', row.parameters[i]);
  }
  return out;
}

std::string selector_text(const SelectorMethod& row) {
  const std::string_view finds =
      row.guarantees ? "Finds every match of w + k - 1 symbols." : "Promises no match.";
  const std::string_view choice =
      row.local ? "Chooses by the window alone." : "Its choice depends on more than the window.";
  return fmt::format("  {}\n", usage_of(row)) +
         wrapped(fmt::format("{} {} Source: {}.", finds, choice, row.source), 6, kWidth);
}

std::string chunk_text(const ChunkMethod& row) {
  return fmt::format("  {}\n", usage_of(row)) +
         wrapped(fmt::format("A chunk ends {}. Source: {}.", row.ends, row.source), 6, kWidth);
}

std::string culling_text(const CullingMethod& row) {
  return fmt::format("  {}\n", row.name) +
         wrapped(fmt::format("Keeps {}. Source: {}.", row.keeps, row.source), 6, kWidth);
}

std::string sketch_text(const SamplingMethod& row) {
  const std::string argument = row.argument.empty() ? "" : fmt::format(":{}", row.argument);
  return fmt::format("  {}{}\n", row.name, argument) +
         wrapped(
             fmt::format("Keeps {}. Measures: {}. Source: {}.", row.kept, row.measures, row.source),
             6, kWidth);
}

std::string language_text(const LanguageMethod& row) {
  std::string out = fmt::format("  {:<12} {:<22} {}", row.name, row.title, row.extensions);
  if (!row.aliases.empty()) out += fmt::format("  (also {})", row.aliases);
  if (row.has_strong_form) out += "  [strong]";
  return out + '\n';
}

std::string usage_of(const PairMethod& row) {
  return row.arguments.empty() ? std::string(row.name)
                               : fmt::format("{}[:{}]", row.name, row.arguments);
}

std::string pair_text(const PairMethod& row) {
  const std::string keeps =
      row.keeps_pairs ? "" : fmt::format(" Its store knows {}, and no pairs.", row.knows);
  return fmt::format("  {}\n", usage_of(row)) +
         wrapped(fmt::format("Found: {}. Cost: {}.{} Source: {}.", row.found, row.cost, keeps,
                             row.source),
                 6, kWidth);
}

std::string measure_text(const PairMeasure& row) {
  return fmt::format("  {:<14} {}\n", row.name, row.formula) +
         wrapped(fmt::format("The {}. Sorted by --sort {}. Source: {}.", row.meaning, row.sort,
                             row.source),
                 6, kWidth);
}

std::string measuring_text(const MeasuringMethod& row) {
  return fmt::format("  {}\n", with_defaults(row)) +
         wrapped(fmt::format("Keeps {}. Source: {}.", row.kept, row.source), 6, kWidth) +
         wrapped(std::string(row.formula), 6, kWidth);
}

std::string as_text(const Methods& all) {
  std::string out = "Tokenizers (--front-end): what a symbol is.\n\n";
  for (const FrontEndMethod& row : all.front_ends) out += front_end_text(row) + '\n';
  out += "Selectors: which k-grams are kept.\n\n";
  for (const SelectorMethod& row : all.selectors) out += selector_text(row) + '\n';
  out += "Chunks: parts of a text that end at positions chosen by its content.\n\n";
  for (const ChunkMethod& row : all.chunks) out += chunk_text(row) + '\n';
  out += "Cullings: which of n chunks are kept, by their lengths of standard deviation s.\n\n";
  for (const CullingMethod& row : all.cullings) out += culling_text(row) + '\n';
  out +=
      "Languages, for --language and after `code:`, with extensions; [strong]: --normalize strong "
      "takes it.\n\n";
  for (const LanguageMethod& row : all.languages) out += language_text(row);
  out += "\nSketches, for --sketch: which shingles are kept.\n\n";
  for (const SamplingMethod& row : sampling_methods()) out += sketch_text(row);
  out += "\nJoin methods, for --pairs: which pairs of resemblance r are found.\n\n";
  for (const PairMethod& row : pair_methods()) out += pair_text(row);
  out += "\nMeasures of a pair (the letters: docs/methods.md, \"Measures of a pair\").\n\n";
  for (const PairMeasure& row : whorl::measures()) out += measure_text(row);
  out += "\nMethods of whorl measure, with their defaults.\n\n";
  for (const MeasuringMethod& row : measuring_methods()) out += measuring_text(row);
  out +=
      "\nA recipe is FRONT-END/k=N/SELECTOR, e.g. code:java/k=12/winnow:w=14, or of chunks\n"
      "FRONT-END/CHUNKS/CULLING, e.g. words:se/breakpoint:c=10/variance\n";
  return out;
}

Json words(std::string_view text) {
  Json all = Json::array();
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) all.push_back(word);
  }
  return all;
}

Json recipes_as_json(const Methods& all) {
  Json json = {{"front_ends", Json::array()},
               {"selectors", Json::array()},
               {"languages", Json::array()},
               {"measures", Json::array()}};
  for (const FrontEndMethod& row : all.front_ends) {
    json["front_ends"].push_back({{"name", row.name},
                                  {"arguments", row.arguments},
                                  {"version", row.version},
                                  {"drops", row.drops},
                                  {"symbol", row.symbol},
                                  {"source", row.source},
                                  {"noise", row.noise},
                                  {"guarantee", row.guarantee},
                                  {"window", row.window}});
  }
  for (const SelectorMethod& row : all.selectors) {
    json["selectors"].push_back({{"name", row.name},
                                 {"parameters", row.parameters},
                                 {"guarantees", row.guarantees},
                                 {"local", row.local},
                                 {"source", row.source}});
  }
  for (const ChunkMethod& row : all.chunks) {
    json["chunks"].push_back({{"name", row.name},
                              {"parameters", row.parameters},
                              {"ends", row.ends},
                              {"source", row.source}});
  }
  for (const CullingMethod& row : all.cullings) {
    json["cullings"].push_back({{"name", row.name}, {"keeps", row.keeps}, {"source", row.source}});
  }
  for (const LanguageMethod& row : all.languages) {
    json["languages"].push_back({{"name", row.name},
                                 {"title", row.title},
                                 {"aliases", words(row.aliases)},
                                 {"extensions", words(row.extensions)},
                                 {"has_strong_form", row.has_strong_form}});
  }
  return json;
}

Json as_json(const Methods& all) {
  Json json = recipes_as_json(all);
  json["sketches"] = Json::array();
  for (const SamplingMethod& row : sampling_methods()) {
    json["sketches"].push_back({{"name", row.name},
                                {"argument", row.argument},
                                {"kept", row.kept},
                                {"measures", row.measures},
                                {"source", row.source}});
  }
  json["pairs"] = Json::array();
  for (const PairMethod& row : pair_methods()) {
    json["pairs"].push_back({{"name", row.name},
                             {"arguments", row.arguments},
                             {"found", row.found},
                             {"cost", row.cost},
                             {"keeps_pairs", row.keeps_pairs},
                             {"common", row.common},
                             {"source", row.source}});
  }
  for (const PairMeasure& row : whorl::measures()) {
    json["measures"].push_back({{"name", row.name},
                                {"sort", row.sort},
                                {"meaning", row.meaning},
                                {"formula", row.formula},
                                {"source", row.source}});
  }
  for (const MeasuringMethod& row : measuring_methods()) {
    Json parameters = Json::array();
    for (const MeasuringParameter& p : row.parameters) {
      Json fallback = p.is_word ? Json(written(p, p.fallback)) : Json(p.fallback);
      parameters.push_back(
          {{"name", p.name}, {"fallback", std::move(fallback)}, {"min", p.min}, {"max", p.max}});
    }
    json["measuring"].push_back({{"name", row.name},
                                 {"parameters", std::move(parameters)},
                                 {"front_end", row.front_end},
                                 {"kept", row.kept},
                                 {"formula", row.formula},
                                 {"source", row.source}});
  }
  return json;
}

}  // namespace

// "exact (no pair is missed), …, bands[:BxR] (all R min-hashes …)."
std::string pair_method_help() {
  std::string out;
  for (const PairMethod& row : pair_methods()) {
    out += fmt::format("{}{} ({})", out.empty() ? "" : "; ", usage_of(row), row.help);
  }
  return out + '.';
}

int run_methods(Arguments& arguments) {
  const Methods all = methods();
  fmt::print("{}", arguments.json ? serve::json_text(as_json(all), 2) + "\n" : as_text(all));
  return kDone;
}

}  // namespace whorl::cli
