// whorl registry create, add, search and the other actions.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/fetch_text.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/parse.h"
#include "cli/registry_summary.h"
#include "cli/registry_writer.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "serve/json_text.h"
#include "whorl/pairwise.h"
#include "whorl/registry.h"

namespace whorl::cli {
namespace {

// whorl registry texts: the texts that registering would read.

std::string line_of(const Skipped& skipped) {
  const bool read = skipped.kind == SkipKind::fallback;
  const nlohmann::ordered_json line = {{"id", skipped.path},
                                       {read ? "fallback" : "skipped", skipped.reason}};
  return serve::json_text(line);
}

// Prints a line of JSON for each document of the paths; returns the exit status.
int print_registry_texts(const Arguments& arguments, const std::vector<std::string>& paths) {
  RegistryInput input = arguments.registry.input;
  input.paths = paths;
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto take = [](const RegistryText& text) -> Result<void> {
    fmt::print("{}\n", to_json(text));
    return {};
  };
  const auto skipped = for_each_registry_text(input, take, progress);
  progress.finish();
  if (!skipped) return failed(skipped.error());
  if (arguments.json) {
    for (const Skipped& one : *skipped) fmt::print("{}\n", line_of(one));
  }
  if (!arguments.quiet) tell("{}", skipped_summary(*skipped));
  return skipped_any(*skipped) ? kInputsSkipped : kDone;
}

int registry_refused(std::string message) {
  return failed({ErrorCode::invalid_argument, std::move(message)});
}

// A registry and the action on it: the first operand is its folder.
struct Request {
  const Arguments& arguments;
  std::string folder;
  std::vector<std::string> paths;

  const RegistryArguments& asked() const { return arguments.registry; }
  Result<Registry> read() const { return Registry::read(folder, asked().key, asked().new_key); }
  Result<Registry> write() const { return Registry::write(folder, asked().key, asked().new_key); }
  RegistryInput input(const std::vector<std::string>& of) const {
    RegistryInput input = asked().input;
    input.paths = of;
    return input;
  }
  RunProgress progress() const {
    return RunProgress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  }
  bool talks() const { return !arguments.quiet; }
};

int create(const Request& request) {
  CreateRegistryOptions options;
  options.folder = request.folder;
  if (!request.asked().scheme.empty()) options.scheme = request.asked().scheme;
  options.recipe = request.asked().recipe;
  options.key = request.asked().key;
  if (const auto made = create_registry(options); !made) return failed(made.error());
  if (request.talks()) {
    fmt::print("{}: an empty registry of the scheme {}\n", printable(request.folder),
               options.scheme);
  }
  return kDone;
}

constexpr const char* kNoDocument = "no document was found in the inputs";

bool found_nothing(const AddedToRegistry& added) {
  return added.added + added.replaced + added.unchanged == 0 && added.skipped.empty();
}

int tell_added(const Request& request, const AddedToRegistry& added) {
  if (request.arguments.json) {
    fmt::print("{}", to_json(added));
  } else if (request.talks()) {
    show(added);
  }
  return skipped_any(added.skipped) ? kInputsSkipped : kDone;
}

int add(const Request& request) {
  if (request.paths.empty()) {
    return registry_refused("name the documents to add, e.g. whorl registry add " + request.folder +
                            " theses/");
  }
  auto progress = request.progress();
  const auto added =
      add_to_registry({request.folder, request.asked().key, request.asked().new_key},
                      {request.input(request.paths), request.asked().codes}, progress);
  progress.finish();
  if (added && found_nothing(*added)) return failed({ErrorCode::unreadable, kNoDocument});
  return added ? tell_added(request, *added) : failed(added.error());
}

int import(const Request& request) {
  if (request.paths.size() != 1) {
    return registry_refused(
        "name one segment, as whorl fingerprint -o theses.whorlseg writes it, or one store of "
        "whorl cluster: "
        "whorl registry import " +
        request.folder + " theses.whorlseg");
  }
  auto registry = request.write();
  if (!registry) return failed(registry.error());
  const std::string& from = request.paths.front();
  const auto added = std::filesystem::is_directory(from)
                         ? registry->import_store(from, request.asked().codes)
                         : registry->import_segment(from, request.asked().codes);
  return added ? tell_added(request, *added) : failed(added.error());
}

int export_to(const Request& request) {
  if (request.paths.size() != 1) {
    return registry_refused("name the segment to write: whorl registry export " + request.folder +
                            " theses.whorlseg");
  }
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  auto progress = request.progress();
  const auto& asked = request.asked();
  const auto done = registry->export_segment(
      {request.paths.front(), asked.codes, asked.input.memory, asked.overwrite}, progress);
  progress.finish();
  if (!done) return failed(done.error());
  if (request.arguments.json) {
    fmt::print("{}", to_json(*done));
  } else if (request.talks()) {
    show(*done, request.paths.front());
  }
  return kDone;
}

int search(const Request& request) {
  if (request.paths.empty()) {
    return registry_refused("name the documents to look up, e.g. whorl registry search " +
                            request.folder + " thesis.pdf");
  }
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  auto progress = request.progress();
  RegistrySearchOptions options = request.asked().search;
  if (!request.asked().base.empty()) {
    auto base = registry->base_of(request.input(request.asked().base), progress);
    if (!base) return failed(base.error());
    options.base = std::move(*base);
  }
  const auto take = [&](const RegistryAnswer& answer) -> Result<void> {
    progress.finish();
    if (request.arguments.json) {
      fmt::print("{}\n", to_json(answer));
    } else {
      show(answer);
    }
    return {};
  };
  const auto skipped = registry->search(request.input(request.paths), options, take, progress);
  progress.finish();
  if (!skipped) return failed(skipped.error());
  if (request.talks()) tell("{}", skipped_summary(*skipped));
  return skipped_any(*skipped) ? kInputsSkipped : kDone;
}

int refresh(const Request& request) {
  if (request.paths.empty() && request.asked().fetch.empty()) {
    return registry_refused("name the texts to sample from, e.g. whorl registry refresh " +
                            request.folder + " theses/ --key registry.key");
  }
  auto registry = request.write();
  if (!registry) return failed(registry.error());
  auto progress = request.progress();
  const auto wait = [&](const RegisteredDocument& document) {
    progress.finish();
    if (request.talks() && !request.arguments.json) show_waiting(document);
  };
  RefreshRegistryOptions options{request.input(request.paths), request.asked().codes,
                                 request.asked().new_key, request.asked().suspicious};
  if (const std::string& command = request.asked().fetch; !command.empty()) {
    options.fetch = [&](const RegisteredDocument& document) {
      return fetch_text(command, document, request.asked().input.memory / 4);
    };
  }
  const auto done = registry->refresh(options, wait, progress);
  progress.finish();
  if (!done) return failed(done.error());
  if (request.arguments.json) {
    fmt::print("{}", to_json(*done));
  } else if (request.talks()) {
    show(*done);
    tell("{}", skipped_summary(done->skipped));
  }
  return skipped_any(done->skipped) ? kInputsSkipped : kDone;
}

int list(const Request& request) {
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  const auto listed = registry->for_each_document([&](const RegisteredDocument& d) -> Result<bool> {
    if (request.arguments.json) {
      fmt::print("{}\n", to_json(d));
    } else {
      show_line(d);
    }
    return interrupted() == 0;
  });
  return listed ? kDone : failed(listed.error());
}

int show_document(const Request& request) {
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  const DocumentCodes& codes = request.asked().codes;
  const auto found = registry->find(codes);
  if (!found) return failed(found.error());
  if (!*found) {
    return registry_refused("no document has the name '" + codes.name + "', the owner '" +
                            codes.owner + "' and the group '" + codes.group +
                            "'; whorl registry list shows all");
  }
  if (request.arguments.json) {
    fmt::print("{}\n", to_json(**found));
  } else {
    show(**found);
  }
  return kDone;
}

int remove(const Request& request) {
  auto registry = request.write();
  if (!registry) return failed(registry.error());
  const auto removed = registry->remove(request.asked().codes);
  if (!removed) return failed(removed.error());
  if (request.arguments.json) {
    fmt::print("{{\"removed\": {}}}\n", *removed);
  } else if (request.talks()) {
    fmt::print("{} removed\n", counted(*removed, "document", "documents"));
  }
  return kDone;
}

// What the registry reports about itself.
template <class Found>
int answer(const Request& request, Result<Found> (Registry::*ask)() const) {
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  const auto found = (*registry.*ask)();
  if (!found) return failed(found.error());
  if (request.arguments.json) {
    fmt::print("{}", to_json(*found));
  } else {
    show(*found);
  }
  return kDone;
}

int stats(const Request& request) { return answer(request, &Registry::stats); }

int suspicions(const Request& request) { return answer(request, &Registry::suspicions); }

int check(const Request& request) {
  const auto registry = request.read();
  if (!registry) return failed(registry.error());
  auto progress = request.progress();
  const auto checked = registry->check(progress);
  progress.finish();
  if (!checked) return failed(checked.error());
  if (request.arguments.json) {
    fmt::print("{}", to_json(*checked));
  } else if (request.talks()) {
    show(*checked, request.folder);
  }
  return checked->faults.empty() ? kDone : kFailed;
}

int compact(const Request& request) {
  auto registry = request.write();
  if (!registry) return failed(registry.error());
  auto progress = request.progress();
  const auto compacted = registry->compact(progress);
  progress.finish();
  if (!compacted) return failed(compacted.error());
  if (!request.talks()) return kDone;
  return stats(request);
}

int back_up(const Request& request) {
  if (request.paths.size() != 1) {
    return registry_refused("name the folder of the backups: whorl registry backup " +
                            request.folder + " BACKUPS");
  }
  const auto registry = request.write();
  if (!registry) return failed(registry.error());
  const auto done = registry->back_up(request.paths.front());
  return done ? kDone : failed(done.error());
}

int restore(const Request& request) {
  if (request.paths.size() != 1) {
    return registry_refused("name the folder of the backups: whorl registry restore " +
                            request.folder + " BACKUPS");
  }
  const auto done = restore_registry(request.paths.front(), request.folder);
  return done ? kDone : failed(done.error());
}

// The first path is in the position of the registry in other actions.
int pairs(const Request& request) {
  std::vector<std::string> paths = request.paths;
  paths.insert(paths.begin(), request.folder);
  PairwiseOptions options;
  options.input = request.input(paths);
  if (!request.asked().scheme.empty()) options.scheme = request.asked().scheme;
  options.recipe = request.asked().recipe;
  options.key = request.asked().key;
  options.limit = request.asked().search.limit;
  options.exact = request.asked().exact;
  auto progress = request.progress();
  const auto test = test_pairs(options, progress);
  progress.finish();
  if (!test) return failed(test.error());
  if (test->documents.empty() && test->skipped.empty()) {
    return failed({ErrorCode::unreadable, kNoDocument});
  }
  if (request.arguments.json) {
    fmt::print("{}", to_json(*test));
  } else {
    show(*test);
  }
  if (request.talks()) tell("{}", skipped_summary(test->skipped));
  return skipped_any(test->skipped) ? kInputsSkipped : kDone;
}

int texts(const Request& request) {
  std::vector<std::string> paths = request.paths;
  paths.insert(paths.begin(), request.folder);
  return print_registry_texts(request.arguments, paths);
}

struct Action {
  Subcommand shown;
  int (*run)(const Request& request);
};

constexpr Action kActions[] = {
    {{"create", "REGISTRY", "Creates an empty registry."}, create},
    {{"add", "REGISTRY PATH...", "Registers documents, or replaces those whose text changed."},
     add},
    {{"search", "REGISTRY PATH...",
      "Reports the registered documents that share passages with PATH."},
     search},
    {{"list", "REGISTRY", "Lists the registered documents."}, list},
    {{"show", "REGISTRY", "Shows what is stored of one document."}, show_document},
    {{"remove", "REGISTRY", "Removes documents by owner, group or name."}, remove},
    {{"stats", "REGISTRY", "Reports the number of documents and the size of the registry."}, stats},
    {{"suspicions", "REGISTRY", "Lists the documents that unusually many searches hit."},
     suspicions},
    {{"check", "REGISTRY", "Reads the whole registry and reports damage."}, check},
    {{"compact", "REGISTRY", "Writes the index anew, without removed documents."}, compact},
    {{"refresh", "REGISTRY PATH...",
      "Stores another sample of each document, or moves it to a new key."},
     refresh},
    {{"import", "REGISTRY FILE",
      "Adds the fingerprints of a segment or of a store of whorl cluster."},
     import},
    {{"export", "REGISTRY FILE", "Writes fingerprints of registered documents to a segment."},
     export_to},
    {{"backup", "REGISTRY FOLDER", "Adds a backup to a folder; the last three are kept."}, back_up},
    {{"restore", "REGISTRY FOLDER", "Creates a registry from the last backup."}, restore},
    {{"pairs", "PATH...", "Reports which of these documents share fingerprints; stores nothing."},
     pairs},
    {{"texts", "PATH...", "Prints as JSON lines what add would read."}, texts},
};

constexpr auto kRegistrySubcommands = [] {
  std::array<Subcommand, std::size(kActions)> shown;
  std::ranges::transform(kActions, shown.begin(), &Action::shown);
  return shown;
}();

}  // namespace

int run_registry(Arguments& arguments) {
  auto& operands = arguments.operands;
  const std::string name = operands.empty() ? "" : operands.front();
  const auto* const action =
      std::ranges::find(kActions, name, [](const Action& one) { return one.shown.name; });
  if (action == std::end(kActions) && !operands.empty()) {
    return failed(unknown_subcommand(*find_command("registry"), name));
  }
  if (operands.size() < 2) {
    return registry_refused(
        "name a command and a registry, e.g. whorl registry search archive thesis.pdf; whorl "
        "registry --help lists the commands");
  }
  const Request request{arguments, operands[1], {operands.begin() + 2, operands.end()}};
  if (action->shown.operands == "REGISTRY" && !request.paths.empty()) {
    return registry_refused("whorl registry " + name + " takes only the name of a registry");
  }
  catch_interrupts();
  return action->run(request);
}

int run_watch(Arguments& arguments) {
  const RegistryArguments& asked = arguments.registry;
  if (arguments.operands.size() != 1 || asked.folder.empty()) {
    return registry_refused(
        "name a folder and a registry, e.g. whorl watch hand-ins --registry archive");
  }
  catch_interrupts();
  const auto take = [&](const RegistryAnswer& answer) -> Result<void> {
    if (arguments.json) {
      fmt::print("{}\n", to_json(answer));
    } else {
      show(answer);
    }
    std::fflush(stdout);
    return {};
  };
  RunProgress progress(false);
  const auto watched = watch_with_registry(
      {asked.folder, asked.key, asked.new_key},
      {arguments.operands.front(), asked.input, asked.codes, asked.search}, take, progress);
  if (!watched) return failed(watched.error());
  if (!arguments.quiet) {
    tell("{} looked up and added\n", counted(watched->documents, "document", "documents"));
    tell("{}", skipped_summary(watched->skipped));
  }
  return interrupted() == 0 ? kDone : 128 + interrupted();
}

std::span<const Subcommand> registry_subcommands() { return kRegistrySubcommands; }

}  // namespace whorl::cli
