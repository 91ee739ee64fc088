#include "jobs/collection/tasks/plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"
#include "input/collection.h"
#include "input/tables/parquet.h"
#include "jobs/collection/cluster/checks.h"
#include "jobs/collection/cluster/dedup_output.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/ingest.h"
#include "store/input_list.h"
#include "store/output_files.h"

namespace whorl::internal::tasks {
namespace {

using nlohmann::json;

constexpr const char* kPlanFile = "plan.json";
constexpr const char* kFormat = "whorl-tasks/1";

Result<void> check_output(const std::string& output) {
  const bool is_other = output.empty() || output == "-" || store::names_folder(output) ||
                        store::takes_rows(output) || input::is_web_archive(output) ||
                        input::is_parquet(output);
  if (!is_other) return {};
  return fail(ErrorCode::unsupported,
              "the output " + output +
                  ": tasks write JSON lines, or ids to a file that ends in .txt; use whorl dedup");
}

Result<void> check_input(const CollectionInput& input) {
  if (input.records != nullptr) {
    return fail(ErrorCode::unsupported, "tasks cannot use a source of records: give files");
  }
  const bool stream = std::ranges::find(input.inputs, "-") != input.inputs.end();
  if (!stream && input.files_from != "-") return {};
  return fail(ErrorCode::unsupported, "tasks cannot read standard input: write it to a file first");
}

// The first option that tasks do not have; empty: there is none.
std::string option_not_here(const DedupOptions& options) {
  const ClusterOptions& asked = options.cluster;
  if (!options.against.empty() || options.against_records != nullptr) return "--against";
  if (options.annotate) return "--annotate";
  if (asked.thresholds.containment > 0) return "--containment";
  if (asked.join.common > 0) return "--common";
  if (!asked.join.verify) return "--no-verify";
  if (!asked.join.pairs.empty()) return "--pairs";
  if (asked.join.keep_from > 0) return "--keep-from";
  if (asked.write_pairs) return "--write-pairs";
  if (asked.audit > 0) return "--audit";
  if (asked.positions) return "--positions";
  if (!asked.input.group_field.empty()) return "--within";
  if (!asked.join.candidates.empty()) return "--candidates";
  if (options.keep != 1) return "--keep";
  if (options.drop_clusters_over > 0) return "--drop-clusters-over";
  if (!options.weight.empty()) return "--weight";
  if (asked.shingling.sketch.starts_with("min")) return "--sketch " + asked.shingling.sketch;
  return {};
}

Result<void> check(const DedupOptions& options) {
  WHORL_RETURN_IF_ERROR(check_input(options.cluster.input));
  if (const std::string option = option_not_here(options); !option.empty()) {
    return fail(ErrorCode::unsupported,
                option + ": tasks do not have this option; use whorl dedup");
  }
  return check_output(options.output);
}

// Checks the options of all steps, before anything is written.
Result<void> check_steps(const Plan& plan) {
  WHORL_RETURN_IF_ERROR(cluster::check_options(plan.asked.cluster));
  WHORL_RETURN_IF_ERROR(join::ResolvedRun::of(plan.settings()));
  WHORL_RETURN_IF_ERROR(pair_rule(plan));
  return cluster::check_output_names(plan.asked, false);
}

// Divides the inputs into parts of similar size in bytes. A part may be empty.
std::vector<Plan::Part> divide(std::span<const input::InputIdentity> inputs, std::uint32_t tasks) {
  std::uint64_t all = 0, before = 0;
  for (const input::InputIdentity& one : inputs) all += one.bytes + 1;
  std::vector<Plan::Part> parts = {{0, {}}};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    while (parts.size() < tasks && before * tasks >= all * parts.size()) parts.push_back({i, {}});
    parts.back().inputs = store::name_after(inputs[i], parts.back().inputs);
    before += inputs[i].bytes + 1;
  }
  parts.resize(tasks, {inputs.size(), {}});
  return parts;
}

json json_of(const Plan& plan) {
  const DedupOptions& o = plan.asked;
  const CollectionInput& input = o.cluster.input;
  const ShingleMethod& method = o.cluster.shingling;
  const ClusterThresholds& asked = o.cluster.thresholds;
  json parts = json::array();
  for (const auto& [first, name] : plan.parts) parts.push_back({first, name.high, name.low});
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
          {"parts", parts}};
}

Plan plan_from(const json& j, const base::FileSystem::Path& folder) {
  Plan plan{folder, {}, {}};
  for (const json& part : j.at("parts")) {
    const auto [first, high, low] = part.get<std::array<std::uint64_t, 3>>();
    plan.parts.push_back({first, {high, low}});
  }
  DedupOptions& o = plan.asked;
  o.cluster.store = folder.string();
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
  return fail(ErrorCode::invalid_argument, path + ": was made in the working folder " + planned +
                                               ": change to that folder and run again");
}

}  // namespace

CollectionInput Plan::input_of(std::uint32_t task) const {
  CollectionInput input = asked.cluster.input;
  input.first_input = parts[task].first_input;
  // The last task reads to the end of the list, so check_inputs() notices files that were added.
  if (task + 1 < tasks()) input.end_input = parts[task + 1].first_input;
  return input;
}

store::StoreSettings Plan::settings() const { return join::settings_of(asked.cluster); }

Result<Plan> make_plan(const DedupOptions& options, std::uint32_t tasks, const std::string& folder,
                       const Progress& progress) {
  if (tasks == 0) return fail(ErrorCode::invalid_argument, "plan one task or more");
  WHORL_RETURN_IF_ERROR(check(options));
  Plan plan{folder, options, {}};
  DedupOptions& asked = plan.asked;
  if (asked.removed.empty()) asked.removed = store::list_beside(asked.output, false);
  if (!asked.cluster.shingling.letters_below)
    asked.cluster.shingling.letters_below = cluster::kLettersBelow;
  CollectionInput& input = asked.cluster.input;
  input.outputs.insert(input.outputs.end(), {asked.output, asked.removed, folder});
  asked.cluster.store = folder;
  WHORL_ASSIGN_OR_RETURN(
      const auto collection,
      store::open_collection(input, "", false, asked.cluster.limits.memory, &progress));
  std::vector<input::InputIdentity> inputs;
  WHORL_RETURN_IF_ERROR(
      collection->for_each_input([&](const input::InputIdentity& one) -> Result<void> {
        inputs.push_back(one);
        return {};
      }));
  plan.parts = divide(inputs, tasks);
  WHORL_RETURN_IF_ERROR(check_steps(plan));
  return plan;
}

Result<void> check_inputs(const Plan& plan, std::uint32_t task, const input::Collection& inputs) {
  base::Hash128 now;
  WHORL_RETURN_IF_ERROR(inputs.for_each_input([&](const input::InputIdentity& one) -> Result<void> {
    now = store::name_after(one, now);
    return {};
  }));
  if (now == plan.parts[task].inputs) return {};
  return fail(ErrorCode::invalid_argument,
              plan.folder.string() +
                  ": the inputs have changed since the plan was made: remove that folder and plan "
                  "again");
}

Result<phases::PairRule> pair_rule(const Plan& plan) {
  const ClusterOptions& asked = plan.asked.cluster;
  WHORL_ASSIGN_OR_RETURN(const auto sampling, parse_sampling(asked.shingling.sketch));
  return phases::PairRule::make(sampling, asked.thresholds.resemblance, 0);
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
    return fail(ErrorCode::not_found,
                folder + ": has no plan; make one with `python -m whorl.distributed plan`");
  }
  WHORL_RETURN_IF_ERROR(text);
  const json j = base::parse_json(*text);
  try {
    if (j.at("format") != kFormat)
      return fail(ErrorCode::corrupt, path.string() + ": is not a plan of whorl");
    if (j.at("version") != WHORL_VERSION) {
      return fail(ErrorCode::invalid_argument,
                  path.string() + ": was made by whorl " + j.at("version").get<std::string>() +
                      ", and this is " + WHORL_VERSION +
                      ": use that version, or plan again in a new folder");
    }
    WHORL_RETURN_IF_ERROR(check_place(j, path.string()));
    return plan_from(j, folder);
  } catch (const json::exception&) {
    return fail(ErrorCode::corrupt, path.string() + ": is damaged: plan again in a new folder");
  }
}

}  // namespace whorl::internal::tasks
