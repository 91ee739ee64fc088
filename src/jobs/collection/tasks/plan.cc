#include "jobs/collection/tasks/plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"
#include "input/collection.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/ingest.h"
#include "store/input_list.h"
#include "store/output_files.h"

namespace whorl::internal::tasks {
namespace {

using nlohmann::json;

constexpr const char* kPlanFile = "plan.json";
constexpr const char* kFormat = "whorl-tasks/1";
constexpr std::uint32_t kShort = 20;  // words: as dedup has it, docs/quality.md

tl::unexpected<Error> not_here(const std::string& what) {
  return fail(ErrorCode::unsupported, what + ": tasks do not have this option; use whorl dedup");
}

bool is_lines(const std::string& output) {
  return !store::names_folder(output) && !store::takes_rows(output) &&
         !input::is_web_archive(output) && !output.ends_with(".parquet");
}

Result<void> check_input(const CollectionInput& input) {
  if (input.records != nullptr) return not_here("a source of records");
  const bool stream = std::ranges::find(input.inputs, "-") != input.inputs.end();
  if (stream || input.files_from == "-") return not_here("standard input");
  return {};
}

Result<void> check(const DedupOptions& options) {
  const ClusterOptions& asked = options.cluster;
  WHORL_RETURN_IF_ERROR(check_input(asked.input));
  if (!options.against.empty() || options.against_records != nullptr) return not_here("--against");
  if (options.annotate) return not_here("--annotate");
  if (asked.thresholds.containment > 0) return not_here("--containment");
  if (asked.join.common > 0) return not_here("--common");
  if (!asked.join.verify) return not_here("--no-verify");
  if (!asked.join.pairs.empty()) return not_here("--pairs");
  if (asked.join.keep_from > 0 || asked.write_pairs || asked.audit > 0 || asked.positions) {
    return not_here("what needs all pairs");
  }
  if (asked.shingling.sketch.starts_with("min"))
    return not_here("--sketch " + asked.shingling.sketch);
  if (options.output.empty() || options.output == "-" || !is_lines(options.output)) {
    return not_here("the output " + options.output);
  }
  return {};
}

// Where the tasks begin among inputs of so many bytes each.
std::vector<std::uint64_t> divide(std::span<const std::uint64_t> bytes, std::uint32_t tasks) {
  std::uint64_t all = 0, before = 0;
  for (const std::uint64_t size : bytes) all += size + 1;
  std::vector<std::uint64_t> firsts = {0};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    while (firsts.size() < tasks && before * tasks >= all * firsts.size()) firsts.push_back(i);
    before += bytes[i] + 1;
  }
  firsts.resize(tasks, bytes.size());
  firsts.push_back(bytes.size());
  return firsts;
}

json json_of(const Plan& plan) {
  const DedupOptions& o = plan.asked;
  const CollectionInput& input = o.cluster.input;
  const ShingleMethod& method = o.cluster.shingling;
  const ClusterThresholds& asked = o.cluster.thresholds;
  return {{"format", kFormat},
          {"version", WHORL_VERSION},
          {"working_folder", std::filesystem::current_path().string()},
          {"inputs", input.inputs},
          {"outputs", input.outputs},
          {"files_from", input.files_from},
          {"include", input.include},
          {"exclude", input.exclude},
          {"convert", input.convert},
          {"text_field", input.text_field},
          {"id_field", input.id_field},
          {"features_field", input.features_field},
          {"front_end", method.front_end},
          {"shingle", method.shingle.value_or(0)},
          {"sketch", method.sketch},
          {"letters_below", method.letters_below.value_or(0)},
          {"resemblance", asked.resemblance},
          {"survivor_linkage", asked.linkage == Linkage::survivor},
          {"survivor", static_cast<int>(asked.survivor)},
          {"survivor_field", asked.survivor_field},
          {"memory", o.cluster.limits.memory},
          {"output", o.output},
          {"removed", o.removed},
          {"texts", o.texts},
          {"overwrite", o.overwrite},
          {"first_inputs", plan.first_inputs},
          {"inputs_name", {plan.inputs.high, plan.inputs.low}}};
}

Plan plan_from(const json& j, const base::FileSystem::Path& folder) {
  const auto name = j.at("inputs_name").get<std::array<std::uint64_t, 2>>();
  Plan plan{folder,
            {},
            j.at("first_inputs").get<std::vector<std::uint64_t>>(),
            base::Hash128{name[0], name[1]}};
  DedupOptions& o = plan.asked;
  CollectionInput& input = o.cluster.input;
  j.at("inputs").get_to(input.inputs);
  j.at("outputs").get_to(input.outputs);
  j.at("files_from").get_to(input.files_from);
  j.at("include").get_to(input.include);
  j.at("exclude").get_to(input.exclude);
  j.at("convert").get_to(input.convert);
  j.at("text_field").get_to(input.text_field);
  j.at("id_field").get_to(input.id_field);
  j.at("features_field").get_to(input.features_field);
  ShingleMethod& method = o.cluster.shingling;
  j.at("front_end").get_to(method.front_end);
  if (const auto shingle = j.at("shingle").get<std::uint32_t>(); shingle > 0) {
    method.shingle = shingle;
  }
  j.at("sketch").get_to(method.sketch);
  method.letters_below = j.at("letters_below").get<std::uint32_t>();
  ClusterThresholds& asked = o.cluster.thresholds;
  j.at("resemblance").get_to(asked.resemblance);
  asked.linkage = j.at("survivor_linkage").get<bool>() ? Linkage::survivor : Linkage::single;
  asked.survivor = static_cast<SurvivorChoice>(j.at("survivor").get<int>());
  j.at("survivor_field").get_to(asked.survivor_field);
  j.at("memory").get_to(o.cluster.limits.memory);
  j.at("output").get_to(o.output);
  j.at("removed").get_to(o.removed);
  j.at("texts").get_to(o.texts);
  j.at("overwrite").get_to(o.overwrite);
  return plan;
}

// Paths are read as they were named.
Result<void> check_place(const json& j, const std::string& path) {
  const auto planned = j.at("working_folder").get<std::string>();
  if (planned == std::filesystem::current_path().string()) return {};
  return fail(ErrorCode::invalid_argument,
              path + ": was planned in " + planned + ": run its tasks there");
}

}  // namespace

CollectionInput Plan::input_of(std::uint32_t task) const {
  CollectionInput input = asked.cluster.input;
  input.first_input = first_inputs[task];
  input.end_input = first_inputs[task + 1];
  return input;
}

store::StoreSettings Plan::settings() const { return join::settings_of(asked.cluster); }

Result<Plan> make_plan(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                       const Progress& progress) {
  if (tasks == 0) return fail(ErrorCode::invalid_argument, "plan one task or more");
  WHORL_RETURN_IF_ERROR(check(options));
  Plan plan{folder, options, {}, {}};
  DedupOptions& asked = plan.asked;
  if (asked.removed.empty()) asked.removed = store::list_beside(asked.output, false);
  if (!asked.cluster.shingling.letters_below) asked.cluster.shingling.letters_below = kShort;
  CollectionInput& input = asked.cluster.input;
  input.outputs.insert(input.outputs.end(), {asked.output, asked.removed, folder});
  WHORL_ASSIGN_OR_RETURN(
      const auto collection,
      store::open_collection(input, "", false, asked.cluster.limits.memory, &progress));
  std::vector<std::uint64_t> bytes;
  WHORL_RETURN_IF_ERROR(
      collection->for_each_input([&](const input::InputIdentity& one) -> Result<void> {
        bytes.push_back(one.bytes);
        return {};
      }));
  plan.first_inputs = divide(bytes, tasks);
  WHORL_ASSIGN_OR_RETURN(plan.inputs, store::name_of({*collection, input}));
  return plan;
}

Result<void> check_inputs(const Plan& plan, const Progress& progress) {
  const CollectionInput& input = plan.asked.cluster.input;
  WHORL_ASSIGN_OR_RETURN(
      const auto collection,
      store::open_collection(input, "", false, plan.asked.cluster.limits.memory, &progress));
  WHORL_ASSIGN_OR_RETURN(const auto now, store::name_of({*collection, input}));
  if (now == plan.inputs) return {};
  return fail(ErrorCode::invalid_argument,
              plan.folder.string() +
                  ": the inputs have changed since the plan was made: remove that folder and plan "
                  "again");
}

Result<void> save(const Plan& plan) {
  return base::replace_file(base::FileSystem::real(), plan.folder / kPlanFile,
                            base::json_text(json_of(plan), 1) + "\n");
}

Result<Plan> load_plan(const std::string& folder) {
  constexpr std::uint64_t kMost = 64 << 20;
  const base::FileSystem::Path path = base::FileSystem::Path(folder) / kPlanFile;
  auto text = base::read_all(base::FileSystem::real(), path, kMost);
  if (!text && text.error().code == ErrorCode::not_found) {
    return fail(ErrorCode::not_found, folder + ": has no plan of tasks: make one first");
  }
  WHORL_RETURN_IF_ERROR(text);
  const json j = base::parse_json(*text);
  try {
    if (j.at("format") != kFormat) return fail(ErrorCode::corrupt, path.string() + ": is no plan");
    if (j.at("version") != WHORL_VERSION) {
      return fail(ErrorCode::invalid_argument,
                  path.string() + ": was made by whorl " + j.at("version").get<std::string>() +
                      ", and this is " + WHORL_VERSION + ": use one version for all tasks");
    }
    WHORL_RETURN_IF_ERROR(check_place(j, path.string()));
    return plan_from(j, folder);
  } catch (const json::exception&) {
    return fail(ErrorCode::corrupt, path.string() + ": is damaged: plan the tasks anew");
  }
}

}  // namespace whorl::internal::tasks
