// The flags of `whorl fingerprint`.
#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kFingerprintInput = "What is fingerprinted";
constexpr std::string_view kFingerprintOutput = "What comes out";
constexpr auto kFingerprintOptions = &Arguments::fingerprint;

constexpr Flag kFingerprintFlags[] = {
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .group = kFingerprintInput,
     .help = "The method: front end, noise threshold k and selector, or front end, chunks and "
             "culling; `whorl methods` lists what there is.",
     .fallback = "text/k=50/robust:w=100",
     .example = "--recipe code:java/k=12/winnow:w=14",
     .set = set_text<kFingerprintOptions, &FingerprintOptions::recipe>},
    include_flag<kFingerprintOptions, &FingerprintOptions::include>(
        kFingerprintInput, "Read only files whose path matches one of these.", "--include '*.txt'"),
    exclude_flag<kFingerprintOptions, &FingerprintOptions::exclude>(
        kFingerprintInput, "Leave out files whose path matches one of these, also when included.",
        "--exclude 'LICENSE*'"),
    no_convert_flag<kFingerprintOptions, &FingerprintOptions::convert>(kFingerprintInput),

    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kFingerprintOutput,
     .help = "Write the fingerprints into a segment file.",
     .example = "-o rfc.whorl",
     .set = set_text<kFingerprintOptions, &FingerprintOptions::output>},
    force_flag<kFingerprintOptions, &FingerprintOptions::overwrite>(kFingerprintOutput),
    {.name = "jsonl",
     .group = kFingerprintOutput,
     .help = "Print a line of JSON for each document, with its fingerprints and their positions, "
             "or its chunks and their bytes. The statistics then go to standard error.",
     .set = switch_on<&Arguments::jsonl>},
    {.name = "stats",
     .group = kFingerprintOutput,
     .help = "Print the statistics: bytes, symbols, fingerprints, density, longest gap. They are "
             "printed anyway unless --quiet is given.",
     .set = switch_on<&Arguments::stats>},
    json_flag(kFingerprintOutput, "Print the statistics as JSON."),

    memory_flag<kFingerprintOptions, &FingerprintOptions::memory>(
        "Memory to use. A file that a part of it cannot hold is listed as too large; plain text "
        "is read in blocks and may have any size."),
    threads_flag<kFingerprintOptions, &FingerprintOptions::threads>(
        "Work on N threads. The fingerprints are the same at any number."),
    quiet_flag("No progress and, without --stats, no statistics; only errors."),
    help_flag(),
};

}  // namespace

std::span<const Flag> fingerprint_flags() { return kFingerprintFlags; }

}  // namespace whorl::cli
