#include "cli/parse.h"

#include <fmt/core.h>
#include <getopt.h>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

#include "cli/flags.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

tl::unexpected<Error> wrong(std::string_view text, std::string_view expected) {
  return fail(ErrorCode::invalid_argument,
              fmt::format("'{}' is not {}", printable(text), expected));
}

// Maps option names of other tools to whorl's flags.
struct OtherWord {
  std::string_view word;  // without its dashes; "-" also matches "_"
  std::string_view flag;  // of whorl
  std::string_view note;  // which value to give; empty if the same value
};

constexpr std::string_view kBands = "as B bands of R rows, e.g. --pairs bands:14x8";
constexpr std::string_view kPermutations =
    "mod:25 unless another is given, one shingle in 25 of a large document, to find candidates, "
    "which are counted on all shingles; min:128 keeps 128, --no-verify estimates from them";
constexpr OtherWord kWords[] = {
    // datasketch, rensa, FastSketchLSH, text-dedup, datatrove, duplodocus
    {"threshold", "resemblance", ""},
    {"jaccard", "resemblance", ""},
    {"num-perm", "sketch", kPermutations},
    {"num-hashes", "sketch", kPermutations},
    {"size", "sketch", kPermutations},
    {"bands", "pairs", kBands},
    {"num-bands", "pairs", kBands},
    {"num-buckets", "pairs", kBands},
    {"bucket-size", "pairs", kBands},
    {"hashes-per-bucket", "pairs", kBands},
    {"rows", "pairs", kBands},
    {"b", "pairs", kBands},
    {"r", "pairs", kBands},
    {"ngram", "shingle", ""},
    {"n-grams", "shingle", ""},
    {"ngram-size", "shingle", ""},
    {"column", "text", ""},
    {"text-column", "text", ""},
    {"text-key", "text", ""},
    {"id-column", "id", ""},
    {"id-key", "id", ""},
    {"num-proc", "threads", ""},
    {"num-workers", "threads", ""},
    {"workers", "threads", ""},
    // JPlag, Dolos, copydetect, compare50
    {"min-tokens", "guarantee", ""},
    {"base-code", "base", ""},
    {"ignore", "base", ""},
    {"old", "archive", ""},
    {"shown-comparisons", "limit", ""},
    {"kgram-length", "noise", "in tokens of whorl's own"},
    {"kgrams-in-window", "guarantee", "the guarantee threshold: window + length - 1"},
    {"max-fingerprint-count", "max-share", ""},
    {"max-fingerprint-percentage", "max-share", "with a percent sign: --max-share 10%"},
    {"similarity-threshold", "min-similarity", ""},
    {"threshold", "min-similarity", ""},
    {"noise-thresh", "noise", ""},
    {"guarantee-thresh", "guarantee", ""},
    {"display-thresh", "min-similarity", ""},
    {"extensions", "include", "a glob, e.g. --include '*.c'"},
    {"result-file", "output", ""},
    {"out-file", "output", ""},
    {"output-dir", "output", "a folder: its name ends in a slash"},
    {"storage-dir", "store", ""},
    {"annotate-key", "annotate", ""},
};

bool has(const Command& command, std::string_view name) {
  return std::ranges::any_of(command.flags, [&](const Flag& flag) { return flag.name == name; });
}

// Null if no known tool uses this name for a flag of the command.
const OtherWord* other_word(const Command& command, std::string_view word) {
  std::string dashed(word);
  std::ranges::replace(dashed, '_', '-');
  const auto* const found = std::ranges::find_if(
      kWords, [&](const OtherWord& w) { return w.word == dashed && has(command, w.flag); });
  return found == std::end(kWords) ? nullptr : found;
}

// The values of one flag, in order; a given switch has one empty value.
struct Given {
  const Flag* flag;
  std::vector<std::string> values;
};

std::vector<std::string_view> flag_names(const Command& command) {
  std::vector<std::string_view> names;
  for (const Flag& flag : command.flags) names.push_back(flag.name);
  return names;
}

// `before` and `name` were given together; `lister` lists the valid names.
Error unknown_name(std::string_view before, std::string_view name,
                   const std::vector<std::string_view>& names, std::string_view lister) {
  std::string message = fmt::format("there is no command {}{}", before, printable(name));
  const std::string_view near = nearest(name, names);
  if (!near.empty()) message += fmt::format("; did you mean {}{}?", before, near);
  return Error{ErrorCode::invalid_argument, fmt::format("{} ({} lists all)", message, lister)};
}

Error unknown_flag(const Command& command, std::string_view word) {
  std::string message = fmt::format("there is no flag {}", printable(word));
  std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  name = name.substr(0, name.find('='));
  const std::string_view near = nearest(name, flag_names(command));
  if (const OtherWord* const other = other_word(command, name)) {
    message += fmt::format("; here it is --{}{}{}", other->flag, other->note.empty() ? "" : ": ",
                           other->note);
  } else if (word.starts_with("--") && !near.empty())
    message += fmt::format("; did you mean --{}?", near);
  message += fmt::format(" (whorl {} --help-all lists all)", command.name);
  return Error{ErrorCode::invalid_argument, message};
}

const Flag* flag_spelled(const Command& command, std::string_view word) {
  for (const Flag& flag : command.flags) {
    if (word == fmt::format("--{}", flag.name)) return &flag;
    if (flag.letter != 0 && word == fmt::format("-{}", flag.letter)) return &flag;
  }
  return nullptr;
}

// The first flag without its argument: the line ends there, or another flag follows.
const Flag* flag_without_argument(const Command& command, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const Flag* flag = flag_spelled(command, words[i]);
    if (flag == nullptr || flag->kind == ArgumentKind::none) continue;
    if (i + 1 == words.size() || flag_spelled(command, words[i + 1]) != nullptr) return flag;
    ++i;
  }
  return nullptr;
}

Error missing_argument(const Flag& flag) {
  return Error{ErrorCode::invalid_argument, fmt::format("--{} needs {} after it, e.g. {}",
                                                        flag.name, flag.argument, flag.example)};
}

Error unwanted_argument(const Flag& flag) {
  return Error{ErrorCode::invalid_argument, fmt::format("--{} takes no argument", flag.name)};
}

// Splits words by a table of flags, with getopt_long. getopt_long keeps its state in globals, so
// only one splitter can be in use at a time.
class Splitter {
 public:
  Splitter(std::vector<Given>& all, const Command& command, std::vector<std::string> words)
      : all_(all), command_(command), words_(std::move(words)) {
    words_.insert(words_.begin(), std::string(command.name));
    for (std::string& word : words_) argv_.push_back(word.data());
    argv_.push_back(nullptr);
    for (std::size_t i = 0; i < all_.size(); ++i) add(*all_[i].flag, static_cast<int>(i));
    longs_.push_back({});
  }

  Result<void> split(std::vector<std::string>& operands) {
    opterr = 0;
    optind = 0;  // resets it after an earlier line
    int found = 0;
    for (int at = 1; (found = next()) != -1; at = optind) {
      if (found == 1) {
        operands.emplace_back(optarg);
      } else if (found == '?' && is_number(argv_[at])) {
        if (optind != at) operands.emplace_back(argv_[at]);  // after its last digit
      } else if (const auto done = take(found, argv_[at]); !done) {
        return done;
      }
    }
    operands.insert(operands.end(), words_.begin() + optind, words_.end());
    return {};
  }

 private:
  // A negative number is no flag.
  static bool is_number(std::string_view word) {
    return word.find_first_not_of("0123456789.", 1) == std::string_view::npos;
  }

  static constexpr int kFirst = 256;  // flags are numbered from here, beyond all letters

  void add(const Flag& flag, int index) {
    const int argument = flag.kind == ArgumentKind::none ? no_argument : required_argument;
    longs_.push_back({flag.name.data(), argument, nullptr, kFirst + index});
    if (flag.letter == 0) return;
    letters_ += flag.letter;
    if (argument == required_argument) letters_ += ':';
  }

  int next() {
    return getopt_long(static_cast<int>(words_.size()), argv_.data(), letters_.c_str(),
                       longs_.data(), nullptr);
  }

  Given* given_of(int found) {
    if (found >= kFirst) return &all_[static_cast<std::size_t>(found - kFirst)];
    for (Given& given : all_) {
      if (given.flag->letter != 0 && given.flag->letter == found) return &given;
    }
    return nullptr;
  }

  // `word` is the one that contains the flag `found`.
  Result<void> take(int found, std::string_view word) {
    if (found == ':' || (found == '?' && optopt >= kFirst)) return misused(found);
    if (found == '?') return tl::unexpected(unknown_flag(command_, unknown_part(word)));
    Given& given = *given_of(found);
    const std::string_view name = word.substr(0, word.find('='));
    if (found >= kFirst && name.substr(2) != given.flag->name) {  // an abbreviation
      return tl::unexpected(unknown_flag(command_, word));
    }
    if (found >= kFirst && name.size() + 1 == word.size()) {  // --name=
      return tl::unexpected(missing_argument(*given.flag));
    }
    if (!given.flag->repeats) given.values.clear();
    given.values.emplace_back(optarg == nullptr ? "" : optarg);
    return {};
  }

  tl::unexpected<Error> misused(int found) {
    const Flag& flag = *given_of(optopt)->flag;
    return tl::unexpected(found == ':' ? missing_argument(flag) : unwanted_argument(flag));
  }

  // Of several letters in one word, those from the first unknown one on.
  static std::string unknown_part(std::string_view word) {
    if (word.starts_with("--")) return std::string(word);
    const std::size_t at = word.find(static_cast<char>(optopt), 1);
    return "-" + std::string(word.substr(std::min(at, word.size())));
  }

  std::vector<Given>& all_;
  const Command& command_;
  std::vector<std::string> words_;
  std::vector<char*> argv_;
  std::vector<option> longs_;
  std::string letters_ = "-:";  // operands in their order; ':' for an argument that is missing
};

// The first flag that was given and that the subcommand makes no use of.
const Flag* unused_flag(const std::vector<Given>& all, const Subcommand& subcommand) {
  const auto found = std::ranges::find_if(all, [&](const Given& given) {
    return !given.values.empty() && !uses(subcommand, *given.flag);
  });
  return found == all.end() ? nullptr : found->flag;
}

Result<void> check_used(const Command& command, const std::vector<Given>& all,
                        const Arguments& arguments) {
  if (arguments.help || arguments.help_all || arguments.operands.empty()) return {};
  const Subcommand* const subcommand = find_subcommand(command, arguments.operands.front());
  const Flag* const unused = subcommand == nullptr ? nullptr : unused_flag(all, *subcommand);
  if (unused == nullptr) return {};
  const std::string name = fmt::format("{} {}", command.name, subcommand->name);
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} does not use --{} (whorl {} --help-all lists its flags)", name,
                          unused->name, name));
}

Result<void> apply(const Given& given, Arguments& arguments) {
  for (const std::string& value : given.values) {
    const Result<void> done = given.flag->set(value, arguments);
    if (done) continue;
    const std::string_view example = given.flag->example;
    return fail(done.error().code,
                fmt::format("--{}: {}{}{}", given.flag->name, done.error().message,
                            example.empty() ? "" : "; e.g. ", example));
  }
  return {};
}

}  // namespace

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t min, std::uint64_t max) {
  std::uint64_t count = 0;
  if (!parse_number(text, count) || count < min || count > max) {
    return wrong(text, fmt::format("a whole number from {} to {}", min, max));
  }
  return count;
}

Result<double> parse_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  double share = 0;
  if (parse_number(percent ? text.substr(0, text.size() - 1) : text, share)) {
    if (percent) share /= 100;
    if (share >= 0 && share <= 1) return share;
  }
  return wrong(text, "a share from 0 to 1, or a percentage such as 40%");
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  const bool has_unit = unit != std::string_view::npos;
  const std::string_view digits = has_unit ? text.substr(0, text.size() - 1) : text;
  std::uint64_t count = 0;
  if (!parse_number(digits, count) || count == 0 || count > 1'000'000'000'000) {
    return wrong(text, "an amount of memory such as 2G or 500M");
  }
  return has_unit ? count << (10 * (unit + 1)) : count;
}

Result<MaxShare> parse_max_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  double value = 0;
  const bool number = parse_number(percent ? text.substr(0, text.size() - 1) : text, value);
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  const bool fits = percent ? value > 0 && value <= 100
                            : value >= 2 && value <= kMost && value == std::uint32_t(value);
  if (!number || !fits) {
    return wrong(text, "a number of students from 2 up, or a percentage of them such as 5%");
  }
  return MaxShare{value, percent};
}

Result<std::size_t> parse_choice(std::string_view text, std::string_view choices) {
  const std::vector<std::string_view> words = split(choices, ' ');
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == text) return i;
  }
  const std::string_view near = nearest(text, words);
  return wrong(text, fmt::format("one of {}{}", join(words, ", "),
                                 near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
}

Error unknown_command(std::string_view name) {
  std::error_code none;
  if (std::filesystem::exists(name, none)) {
    return Error{ErrorCode::invalid_argument,
                 fmt::format("there is no command {0}; did you mean whorl compare {0}? (whorl help "
                             "lists all)",
                             printable(name))};
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  if (name.starts_with('-')) names = {"--version", "--help"};
  return unknown_name("", name, names, "whorl help");
}

Error unknown_subcommand(const Command& command, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Subcommand& one : command.subcommands) names.push_back(one.name);
  return unknown_name(fmt::format("whorl {} ", command.name), name, names,
                      fmt::format("whorl {} --help", command.name));
}

Result<Arguments> parse(const Command& command, const std::vector<std::string>& words) {
  if (const Flag* flag = flag_without_argument(command, words)) {
    return tl::unexpected(missing_argument(*flag));
  }
  Arguments arguments;
  if (command.prepare) command.prepare(arguments);
  std::vector<Given> all;
  for (const Flag& flag : command.flags) all.push_back({&flag, {}});
  if (const auto split = Splitter(all, command, words).split(arguments.operands); !split) {
    return tl::unexpected(split.error());
  }
  for (const Given& given : all) {
    if (const Result<void> done = apply(given, arguments); !done)
      return tl::unexpected(done.error());
    if (!given.values.empty()) arguments.given.push_back({given.flag->name, given.values});
  }
  if (const auto used = check_used(command, all, arguments); !used) {
    return tl::unexpected(used.error());
  }
  return arguments;
}

}  // namespace whorl::cli
