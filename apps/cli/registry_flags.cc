// The flags of `whorl registry`, in the order of help.
#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kNew = "A new registry, and pairs";
constexpr std::string_view kSecret = "The key of the registry";
constexpr std::string_view kCodes = "Codes of documents";
constexpr std::string_view kHits = "Which hits count";
constexpr std::string_view kRead = "What is read and written";
// Groups of subcommands that share flags.
constexpr std::string_view kReaders = "add search refresh pairs texts";
constexpr std::string_view kRegisterers = "add import";
constexpr std::string_view kReporters =
    "add search list show remove stats suspicions check compact pairs texts refresh import export";
constexpr std::string_view kSchemes = "passages koala se sets";

constexpr auto kRegistry = &Arguments::registry;
constexpr auto kAdded = &RegistryArguments::codes;
constexpr auto kSearch = &RegistryArguments::search;
constexpr auto kReading = &RegistryArguments::input;

Result<void> set_scheme(std::string_view value, Arguments& arguments) {
  if (const auto known = parse_choice(value, kSchemes); !known) {
    return tl::unexpected(known.error());
  }
  arguments.registry.scheme = value;
  return {};
}

template <auto Code>
constexpr Flag code_flag(std::string_view name, std::string_view argument, std::string_view only,
                         std::string_view help, std::string_view example) {
  return {.name = name,
          .kind = ArgumentKind::text,
          .argument = argument,
          .common = true,
          .only = only,
          .group = kCodes,
          .help = help,
          .example = example,
          .set = set_text<kRegistry, kAdded, Code>};
}

constexpr auto kNewRows = std::to_array<Flag>({
    {.name = "scheme",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .choices = kSchemes,
     .common = true,
     .only = "create pairs",
     .group = kNew,
     .help = "What is stored of a document. passages: winnowed fingerprints with positions, "
             "which find every shared run of their guarantee. koala: 100 rare substrings in "
             "under 500 bytes. se: digests of chunks between hashed breakpoints. sets: a sample "
             "of shingles, which whorl registry import takes from a store of whorl cluster.",
     .fallback = "passages; of pairs: se",
     .example = "--scheme koala",
     .set = set_scheme},
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .common = true,
     .only = "create pairs",
     .group = kNew,
     .help = "How texts become fingerprints, as whorl methods lists it.",
     .fallback = "that of the scheme",
     .example = "--recipe code:java/k=12/winnow:w=8",
     .set = set_text<kRegistry, &RegistryArguments::recipe>},
});

constexpr auto kKeyRows = std::to_array<Flag>({
    {.name = "key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kSecret,
     .help = "The file with the secret key of the registry. It has 32 hexadecimal digits or "
             "more, and only its owner may be able to read it. Without the key no one can find "
             "out what is registered. Every later command needs it too.",
     .example = "--key /etc/whorl/registry.key",
     .set = set_text<kRegistry, &RegistryArguments::key>},
    {.name = "new-key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .only =
         "refresh add search list show remove stats check compact export import suspicions backup",
     .group = kSecret,
     .help = "refresh: store documents under this key from now on. Documents whose text is given "
             "again move to it. Until no document waits, every command needs it beside --key, "
             "and searches use both. Then it becomes --key alone.",
     .example = "--new-key /etc/whorl/registry-2027.key",
     .set = set_text<kRegistry, &RegistryArguments::new_key>},
});

constexpr auto kCodeRows = std::to_array<Flag>({
    code_flag<&DocumentCodes::owner>("owner", "CODE", "add import refresh show remove export",
                                     "The owner of the documents, such as a course.",
                                     "--owner cs101"),
    code_flag<&DocumentCodes::group>(
        "group", "CODE", "add import refresh show remove export",
        "Distinguishes documents of the same name. For example, main.c of next year does "
        "not replace main.c of this year.",
        "--group 2026"),
    code_flag<&DocumentCodes::date>("date", "DATE", kRegisterers, "The date of the documents.",
                                    "--date 2026-05-01"),
    code_flag<&DocumentCodes::url>("url", "URL", kRegisterers, "The address of the documents.",
                                   "--url https://example.org/theses"),
    code_flag<&DocumentCodes::contact>("contact", "TEXT", kRegisterers,
                                       "Contact for questions about the documents.",
                                       "--contact registry@example.org"),
});

constexpr auto kNameRows = std::to_array<Flag>({
    code_flag<&DocumentCodes::name>(
        "name", "NAME", "show remove export",
        "show, remove, export: the name of the document, as whorl registry list shows it.",
        "--name ann/main.c"),
});

constexpr auto kHitRows = std::to_array<Flag>({
    {.name = "top",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .only = "search pairs",
     .group = kHits,
     .help = "Show the N best hits of each document.",
     .fallback = "10",
     .example = "--top 50",
     .set = set_count<1, 1'000'000, kRegistry, kSearch, &RegistrySearchOptions::limit>},
    {.name = "containment",
     .letter = 'c',
     .kind = ArgumentKind::number,
     .argument = "X",
     .common = true,
     .only = "search",
     .group = kHits,
     .help = "Minimum share of fingerprints that a hit and the document have in common, of either "
             "side.",
     .fallback = "any",
     .example = "--containment 0.2",
     .set = set_share<kRegistry, kSearch, &RegistrySearchOptions::containment>},
    {.name = "exclude-owner",
     .kind = ArgumentKind::text,
     .argument = "CODE",
     .common = true,
     .only = "search",
     .group = kHits,
     .help = "Skip documents of this owner.",
     .example = "--exclude-owner cs101",
     .set = set_text<kRegistry, kSearch, &RegistrySearchOptions::exclude_owner>},
    {.name = "since",
     .kind = ArgumentKind::text,
     .argument = "DATE",
     .common = true,
     .only = "search",
     .group = kHits,
     .help = "Search only documents of this date or later.",
     .example = "--since 2024-01-01",
     .set = set_text<kRegistry, kSearch, &RegistrySearchOptions::since>},
    {.name = "max-share",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .only = "search",
     .group = kHits,
     .help = "Ignore fingerprints that more than N documents have. Only registered documents "
             "count.",
     .fallback = "no limit; koala: at most ten that four documents have",
     .example = "--max-share 20",
     .set = set_count<1, 1'000'000'000, kRegistry, kSearch, &RegistrySearchOptions::max_share>},
    {.name = "singles",

     .only = "search",
     .group = kHits,
     .help = "Also show documents that share a single fingerprint. By default the schemes passages "
             "and koala hide them if both texts have 30 fingerprints or more, because unrelated "
             "texts often share one by chance.",
     .set = switch_on<kRegistry, kSearch, &RegistrySearchOptions::singles>},
});

constexpr auto kFewerRows = std::to_array<Flag>({
    {.name = "coarse",
     .kind = ArgumentKind::number,
     .argument = "W",
     .only = "search",
     .group = kHits,
     .help = "Look up fewer fingerprints: only those selected with windows of W, which must exceed "
             "the window of the recipe. Every shared run of W + k - 1 symbols is still found.",
     .fallback = "the window of the recipe",
     .example = "--coarse 400",
     .set = set_count<1, 1'000'000, kRegistry, kSearch, &RegistrySearchOptions::coarse>},
    {.name = "smallest",
     .kind = ArgumentKind::number,
     .argument = "S",
     .only = "search",
     .group = kHits,
     .help = "Look up only the S smallest fingerprints of each document. This sample finds large "
             "shares and misses small ones.",
     .fallback = "all",
     .example = "--smallest 64",
     .set = set_count<1, 1'000'000'000, kRegistry, kSearch, &RegistrySearchOptions::smallest>},
});

constexpr auto kPairRows = std::to_array<Flag>({
    {.name = "exact",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .only = "pairs",
     .group = kHits,
     .help = "pairs: count the exact overlap of the N best pairs. It is the share of letters in "
             "common substrings of 45 letters and more, as whorl measure -m exact-overlap counts "
             "it.",
     .fallback = "20",
     .example = "--exact 0",
     .set = set_count<0, 1'000'000, kRegistry, &RegistryArguments::exact>},
});

constexpr auto kBaseRows = std::to_array<Flag>({
    {.name = "base",
     .letter = 'b',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .common = true,
     .only = "search",
     .group = kHits,
     .help = "Material that was handed out; it does not count.",
     .example = "--base given/",
     .set = append_text<kRegistry, &RegistryArguments::base>},
});

constexpr auto kReadRows = std::to_array<Flag>({
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .common = true,
     .only = kReaders,
     .group = kRead,
     .help = "The field or column with the text. In Parquet, CSV and TSV files each row is a "
             "document. Without --text a CSV or TSV file is one document.",
     .fallback = "text",
     .example = "--text body",
     .set = set_text<kRegistry, kReading, &RegistryInput::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .common = true,
     .only = kReaders,
     .group = kRead,
     .help = "The field or column with the name of the document.",
     .fallback = "id, else url, else file:line",
     .example = "--id doc_id",
     .set = set_text<kRegistry, kReading, &RegistryInput::id_field>},
    only_for(kReaders, include_flag<kRegistry, kReading, &RegistryInput::include>(
                           kRead, "Read only files whose name matches.", "--include '*.c'")),
    only_for(kReaders, exclude_flag<kRegistry, kReading, &RegistryInput::exclude>(
                           kRead, "Leave out files whose name matches.", "--exclude 'test_*'")),
    only_for(
        kReporters,
        json_flag(kRead,
                  "Print the result as JSON. search and list print a line for each document.")),
    only_for(kReaders, threads_flag<kRegistry, kReading, &RegistryInput::threads>(
                           "Use N threads. The result does not depend on N.")),
    only_for("add search refresh pairs texts export",
             memory_flag<kRegistry, kReading, &RegistryInput::memory>(
                 "Documents take at most SIZE of memory.")),
    quiet_flag(),
    help_flag(),
    help_all_flag(),
});

constexpr auto kWatchedRows = std::to_array<Flag>({
    {.name = "registry",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .common = true,
     .group = kRead,
     .help = "The registry to search and to add to.",
     .example = "--registry archive",
     .set = set_text<kRegistry, &RegistryArguments::folder>},
});

constexpr auto kWriteRows = std::to_array<Flag>({
    {.name = "fetch",
     .kind = ArgumentKind::text,
     .argument = "COMMAND",
     .common = true,
     .only = "refresh",
     .group = kRead,
     .help = "refresh: get missing texts from this shell command. The variables WHORL_OWNER, "
             "WHORL_GROUP, WHORL_NAME, WHORL_DATE, WHORL_URL and WHORL_CONTACT describe the "
             "document. The command prints the text that was registered, as UTF-8.",
     .example = "--fetch 'curl -sf \"$WHORL_URL\"'",
     .set = set_text<kRegistry, &RegistryArguments::fetch>},
    {.name = "suspicious",

     .common = true,
     .only = "refresh",
     .group = kRead,
     .help = "refresh: only documents that unusually many searches hit. whorl registry "
             "suspicions lists them.",
     .set = switch_on<kRegistry, &RegistryArguments::suspicious>},
    only_for("export", force_flag<kRegistry, &RegistryArguments::overwrite>(kRead)),
});

constexpr auto kRegistryFlags = joined(kNewRows, kKeyRows, kCodeRows, kNameRows, kHitRows,
                                       kFewerRows, kPairRows, kBaseRows, kWriteRows, kReadRows);

constexpr auto kWatchFlags = joined(kWatchedRows, kKeyRows, kCodeRows, kHitRows, kReadRows);

}  // namespace

std::span<const Flag> registry_flags() { return kRegistryFlags; }
std::span<const Flag> watch_flags() { return kWatchFlags; }

}  // namespace whorl::cli
