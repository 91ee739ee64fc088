// The flags of `whorl fingerprint`.
#include "cli/flags.h"
#include "cli/setters.h"
#include "cli/values.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kInput = "What is fingerprinted";
constexpr std::string_view kOutput = "What comes out";
constexpr std::string_view kRun = "The run itself";

template <auto Field>
Result<void> set_text(std::string_view value, Arguments& arguments) {
  arguments.fingerprint.*Field = value;
  return {};
}

template <auto Field>
Result<void> append_text(std::string_view value, Arguments& arguments) {
  (arguments.fingerprint.*Field).emplace_back(value);
  return {};
}

Result<void> set_threads(std::string_view value, Arguments& arguments) {
  const Result<std::uint64_t> count = parse_count(value, 1, 1024);
  if (!count) return tl::unexpected(count.error());
  arguments.fingerprint.threads = static_cast<unsigned>(*count);
  return {};
}

constexpr Flag kFlags[] = {
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .group = kInput,
     .help = "The method: front end, noise threshold k and selector; `whorl methods` lists what "
             "there is.",
     .fallback = "text/k=50/robust:w=100",
     .example = "--recipe code:java/k=12/winnow:w=14",
     .set = set_text<&FingerprintOptions::recipe>},
    {.name = "include",
     .kind = ArgumentKind::text,
     .argument = "GLOB",
     .repeats = true,
     .group = kInput,
     .help = "Read only files whose path matches one of these.",
     .fallback = "all files",
     .example = "--include '*.txt'",
     .set = append_text<&FingerprintOptions::include>},
    {.name = "exclude",
     .kind = ArgumentKind::text,
     .argument = "GLOB",
     .repeats = true,
     .group = kInput,
     .help = "Leave out files whose path matches one of these, also when included.",
     .example = "--exclude 'LICENSE*'",
     .set = append_text<&FingerprintOptions::exclude>},

    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kOutput,
     .help = "Write the fingerprints into a segment file.",
     .example = "-o rfc.whorl",
     .set = set_text<&FingerprintOptions::output>},
    {.name = "jsonl",
     .group = kOutput,
     .help = "Print a line of JSON for each document, with its fingerprints and their positions. "
             "The statistics then go to standard error.",
     .set = switch_on<&Arguments::jsonl>},
    {.name = "json",
     .group = kOutput,
     .help = "Print the statistics as JSON.",
     .set = switch_on<&Arguments::json>},

    {.name = "threads",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kRun,
     .help = "Work on N threads. The fingerprints are the same at any number.",
     .fallback = "one a core",
     .example = "--threads 4",
     .set = set_threads},
    {.name = "quiet",
     .letter = 'q',
     .group = kRun,
     .help = "No progress and no statistics; only errors.",
     .set = switch_on<&Arguments::quiet>},
    {.name = "help",
     .letter = 'h',
     .group = kRun,
     .help = "Show this help.",
     .set = switch_on<&Arguments::help>},
};

}  // namespace

std::span<const Flag> fingerprint_flags() { return kFlags; }

}  // namespace whorl::cli
