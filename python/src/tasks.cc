// whorl.distributed: deduplication as tasks over files.
#include "whorl/tasks.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bindings.h"
#include "call.h"
#include "errors.h"
#include "options.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

struct Done {};  // of a call that returns nothing

void plan(const std::string& folder, std::vector<std::string> inputs, const std::string& output,
          std::uint32_t tasks, const std::string& text, const std::string& id, bool overwrite,
          const nb::dict& options, nb::object progress) {
  Call call(std::move(progress));
  DedupOptions asked;
  asked.cluster = collection_options(options);
  asked.cluster.input.inputs = std::move(inputs);
  asked.cluster.input.text_field = text;
  asked.cluster.input.id_field = id;
  asked.output = output;
  asked.overwrite = overwrite;
  call.run<Done>([&](Progress& shown) -> Result<Done> {
    auto planned = plan_tasks(asked, tasks, folder, shown);
    if (!planned) return tl::unexpected(planned.error());
    return Done{};
  });
}

const char* name_of(TaskState state) {
  switch (state) {
    case TaskState::ran:
      return "ran";
    case TaskState::waits:
      return "waits";
    case TaskState::finished:
      break;
  }
  return "finished";
}

nb::tuple run(const std::string& folder, unsigned threads, nb::object progress) {
  Call call(std::move(progress));
  const TaskRun ran =
      call.run<TaskRun>([&](Progress& shown) { return run_task(folder, threads, shown); });
  return nb::make_tuple(name_of(ran.state), ran.task);
}

nb::dict counts_of(const DedupSummary& summary) {
  nb::dict counts;
  counts["documents"] = summary.documents;
  counts["kept"] = summary.kept;
  counts["identical"] = summary.identical;
  counts["lexical"] = summary.lexical;
  counts["same_sketch"] = summary.same_sketch;
  counts["similar"] = summary.similar;
  counts["candidates"] = summary.found.candidates;
  counts["skipped"] = std::ranges::count(summary.found.skipped, SkipKind::skipped, &Skipped::kind);
  return counts;
}

nb::dict status(const std::string& folder) {
  const TasksStatus known = value_or_raise(tasks_status(folder));
  nb::list phases;
  for (const auto& [name, tasks, done] : known.phases) {
    nb::dict phase;
    phase["name"] = name;
    phase["tasks"] = tasks;
    phase["done"] = done;
    phases.append(phase);
  }
  nb::dict all;
  all["phases"] = phases;
  all["finished"] = known.finished;
  if (known.finished) all["summary"] = counts_of(known.summary);
  return all;
}

}  // namespace

void bind_tasks(nb::module_& module) {
  module.def("plan_tasks", &plan, "folder"_a, "inputs"_a, nb::kw_only(), "output"_a, "tasks"_a,
             "text"_a, "id"_a, "overwrite"_a, "options"_a, "progress"_a.none());
  module.def("run_task", &run, "folder"_a, nb::kw_only(), "threads"_a, "progress"_a.none());
  module.def("tasks_status", &status, "folder"_a);
}

}  // namespace whorl::python
