// The flags of `whorl registry`, in the order of help.
#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kNew = "A new registry, and pairs";
constexpr std::string_view kCodes = "Codes of documents";
constexpr std::string_view kHits = "Which hits count";
constexpr std::string_view kRead = "What is read and written";
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
constexpr Flag code_flag(std::string_view name, std::string_view argument, std::string_view help,
                         std::string_view example) {
  return {.name = name,
          .kind = ArgumentKind::text,
          .argument = argument,
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
     .group = kNew,
     .help = "What is kept of a document: passages, winnowed fingerprints with positions, which "
             "find every shared run of their guarantee; koala, 100 rare substrings in under 500 "
             "bytes; se, digests of chunks between hashed breakpoints; sets, a sample of shingles, "
             "which "
             "whorl registry import takes from a store of whorl cluster.",
     .fallback = "passages; of pairs: se",
     .example = "--scheme koala",
     .set = set_scheme},
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
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
     .group = kNew,
     .help = "A secret of 32 hexadecimal digits or more in a file that only its owner may read. "
             "Nobody without it can tell what is registered. Every later command needs it too.",
     .example = "--key /etc/whorl/registry.key",
     .set = set_text<kRegistry, &RegistryArguments::key>},
    {.name = "new-key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kNew,
     .help = "refresh: documents are stored under this key from now on, and those whose text is "
             "given again move to it. Until none waits, every command takes it beside --key and "
             "searches look up by both; then it is --key alone.",
     .example = "--new-key /etc/whorl/registry-2027.key",
     .set = set_text<kRegistry, &RegistryArguments::new_key>},
});

constexpr auto kCodeRows = std::to_array<Flag>({
    code_flag<&DocumentCodes::owner>(
        "owner", "CODE", "Whose the documents are: a course, a department.", "--owner cs101"),
    code_flag<&DocumentCodes::group>(
        "group", "CODE",
        "Sets documents of the same name apart: next year's main.c does not replace this year's.",
        "--group 2026"),
    code_flag<&DocumentCodes::date>("date", "DATE", "The date of the documents.",
                                    "--date 2026-05-01"),
    code_flag<&DocumentCodes::url>("url", "URL", "Where the documents are found.",
                                   "--url https://example.org/theses"),
    code_flag<&DocumentCodes::contact>("contact", "TEXT", "Whom to ask about the documents.",
                                       "--contact registry@example.org"),
});

constexpr auto kNameRows = std::to_array<Flag>({
    code_flag<&DocumentCodes::name>(
        "name", "NAME",
        "show, remove, export: the name of the document, as whorl registry list has it.",
        "--name ann/main.c"),
});

constexpr auto kHitRows = std::to_array<Flag>({
    {.name = "top",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kHits,
     .help = "Show the N best hits of each document.",
     .fallback = "10",
     .example = "--top 50",
     .set = set_count<1, 1'000'000, kRegistry, kSearch, &RegistrySearchOptions::limit>},
    {.name = "containment",
     .letter = 'c',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kHits,
     .help = "A hit shares at least this share of the fingerprints of either side.",
     .fallback = "any",
     .example = "--containment 0.2",
     .set = set_share<kRegistry, kSearch, &RegistrySearchOptions::containment>},
    {.name = "exclude-owner",
     .kind = ArgumentKind::text,
     .argument = "CODE",
     .group = kHits,
     .help = "Documents of this owner are no hits.",
     .example = "--exclude-owner cs101",
     .set = set_text<kRegistry, kSearch, &RegistrySearchOptions::exclude_owner>},
    {.name = "since",
     .kind = ArgumentKind::text,
     .argument = "DATE",
     .group = kHits,
     .help = "Only documents of this date or later are hits.",
     .example = "--since 2024-01-01",
     .set = set_text<kRegistry, kSearch, &RegistrySearchOptions::since>},
    {.name = "max-share",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kHits,
     .help = "Pass over fingerprints that more than N registered documents have.",
     .fallback = "no limit; koala: at most ten that four documents have",
     .example = "--max-share 20",
     .set = set_count<1, 1'000'000'000, kRegistry, kSearch, &RegistrySearchOptions::max_share>},
    {.name = "singles",
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
     .group = kHits,
     .help = "Look fewer fingerprints up: those that windows of W select, W being more than the "
             "window of the recipe. Every shared run of W + k - 1 symbols is found still.",
     .fallback = "the window of the recipe",
     .example = "--coarse 400",
     .set = set_count<1, 1'000'000, kRegistry, kSearch, &RegistrySearchOptions::coarse>},
    {.name = "smallest",
     .kind = ArgumentKind::number,
     .argument = "S",
     .group = kHits,
     .help = "Look the S least fingerprints of each document up alone: a sample, by which large "
             "shares are found and small ones missed.",
     .fallback = "all",
     .example = "--smallest 64",
     .set = set_count<1, 1'000'000'000, kRegistry, kSearch, &RegistrySearchOptions::smallest>},
});

constexpr auto kPairRows = std::to_array<Flag>({
    {.name = "exact",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kHits,
     .help =
         "pairs: count the exact overlap of the N best pairs on their texts: the share of letters "
         "in common substrings of 45 letters and more, as whorl measure -m exact-overlap does.",
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
     .group = kHits,
     .help = "What everybody was given: its fingerprints do not count.",
     .example = "--base given/",
     .set = append_text<kRegistry, &RegistryArguments::base>},
});

constexpr auto kReadRows = std::to_array<Flag>({
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kRead,
     .help =
         "The field of a JSON line, or the column of a Parquet, CSV or TSV file, that holds the "
         "text. Without it a CSV or TSV file is one document.",
     .fallback = "text, of JSON lines and Parquet",
     .example = "--text body",
     .set = set_text<kRegistry, kReading, &RegistryInput::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kRead,
     .help = "The field or column that names the document.",
     .fallback = "id, else url, else file:line",
     .example = "--id doc_id",
     .set = set_text<kRegistry, kReading, &RegistryInput::id_field>},
    include_flag<kRegistry, kReading, &RegistryInput::include>(
        kRead, "Read only files whose name matches.", "--include '*.c'"),
    exclude_flag<kRegistry, kReading, &RegistryInput::exclude>(
        kRead, "Leave out files whose name matches.", "--exclude 'test_*'"),
    json_flag(kRead, "Print the result as JSON; of search and list a line a document."),
    threads_flag<kRegistry, kReading, &RegistryInput::threads>(
        "Work on N threads. The result is the same at any number."),
    memory_flag<kRegistry, kReading, &RegistryInput::memory>(
        "Documents take at most SIZE of memory."),
    quiet_flag(),
    help_flag(),
});

constexpr auto kWatchedRows = std::to_array<Flag>({
    {.name = "registry",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kRead,
     .help = "The registry that documents are looked up in and added to.",
     .example = "--registry archive",
     .set = set_text<kRegistry, &RegistryArguments::folder>},
});

constexpr auto kWriteRows = std::to_array<Flag>({
    {.name = "fetch",
     .kind = ArgumentKind::text,
     .argument = "COMMAND",
     .group = kRead,
     .help = "refresh: get the texts of documents that wait from this command of the shell. It "
             "finds the document's codes in WHORL_OWNER, WHORL_GROUP, WHORL_NAME, WHORL_DATE, "
             "WHORL_URL and WHORL_CONTACT, and prints the text that was registered, as UTF-8.",
     .example = "--fetch 'curl -sf \"$WHORL_URL\"'",
     .set = set_text<kRegistry, &RegistryArguments::fetch>},
    {.name = "suspicious",
     .group = kRead,
     .help = "refresh: only documents that unusually many searches hit, as whorl registry "
             "suspicions lists them.",
     .set = switch_on<kRegistry, &RegistryArguments::suspicious>},
    force_flag<kRegistry, &RegistryArguments::overwrite>(kRead),
});

constexpr auto kRegistryFlags = joined(kNewRows, kKeyRows, kCodeRows, kNameRows, kHitRows,
                                       kFewerRows, kPairRows, kBaseRows, kWriteRows, kReadRows);

constexpr auto kWatchFlags = joined(kWatchedRows, kKeyRows, kCodeRows, kHitRows, kReadRows);

}  // namespace

std::span<const Flag> registry_flags() { return kRegistryFlags; }
std::span<const Flag> watch_flags() { return kWatchFlags; }

}  // namespace whorl::cli
