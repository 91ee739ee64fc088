#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/file_system.h"
#include "base/folder.h"
#include "base/guard.h"
#include "base/ownership/output.h"
#include "base/ownership/written_form.h"
#include "base/ownership/written_record.h"
#include "base/parallel.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/collection.h"
#include "input/skip_log.h"
#include "input/tables/parquet.h"
#include "jobs/repeats/near_passages.h"
#include "jobs/repeats/output.h"
#include "jobs/repeats/runs.h"
#include "passages/near/near_rule.h"
#include "store/ingest.h"
#include "store/input_list.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "store/output_files.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {
namespace {

// A run's folder for data that do not fit in memory; removed with the run.
class Scratch {
 public:
  // Next to the output, or in `temporary`. If the output is no file, it is in the system's folder
  // for temporary files. The next run with the same output removes the folder of a killed run.
  static Result<Scratch> make(const std::string& output, const std::string& temporary);

  const base::FileSystem::Path& folder() const { return folder_->path(); }

 private:
  explicit Scratch(std::unique_ptr<base::SpillFolder> folder) : folder_(std::move(folder)) {}

  std::unique_ptr<base::SpillFolder> folder_;
};

namespace fs = std::filesystem;

// False for a pipe or a device.
bool has_room_beside(const std::string& output) {
  if (output == "-") return false;
  std::error_code error;
  const fs::file_status status = fs::status(output, error);
  return !fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status);
}

Result<Scratch> Scratch::make(const std::string& output, const std::string& temporary) {
  std::unique_ptr<base::SpillFolder> folder;
  if (!has_room_beside(output)) {
    WHORL_ASSIGN_OR_RETURN(auto path, base::make_temporary_folder("whorl-passages.", temporary));
    folder = std::make_unique<base::SpillFolder>(path);
  } else if (temporary.empty()) {
    folder = std::make_unique<base::SpillFolder>(base::FileSystem::Path(output + ".spill"));
  } else {
    folder = std::make_unique<base::SpillFolder>(temporary, output);
  }
  WHORL_RETURN_IF_ERROR(folder->create());
  return Scratch(std::move(folder));
}

// The texts in which passages are searched for, if these are not the input itself.
struct Against {
  CollectionInput input;  // no inputs: none
  // The required number of documents, if a store gives it; 0 if it is not known.
  std::uint64_t documents = 0;
};

tl::unexpected<Error> name_its_texts(const std::string& store, const std::string& why) {
  return fail(ErrorCode::invalid_argument,
              store + ": is a store, which contains no texts, and it " + why + ": name the texts");
}

Result<void> add_inputs_of(const std::string& store, Against& against) {
  WHORL_ASSIGN_OR_RETURN(const auto made, store::load_finished(base::FileSystem::real(), store));
  const std::vector<std::string>& inputs = made.settings.inputs;
  if (!made.parts.empty() || !made.settings.files_from.empty() || inputs.empty() ||
      std::ranges::find(inputs, "-") != inputs.end()) {
    return name_its_texts(store, "does not record the files that it was built from");
  }
  against.input.inputs.insert(against.input.inputs.end(), inputs.begin(), inputs.end());
  against.documents += made.ingest.documents;
  return {};
}

// The texts of `options.against`. A store is replaced by its inputs.
Result<Against> open_against(const RepeatOptions& options) {
  Against against;
  const CollectionInput& input = options.input;
  against.input.text_field =
      options.against_text_field.empty() ? input.text_field : options.against_text_field;
  against.input.id_field = input.id_field;
  against.input.convert = input.convert;
  std::size_t texts = 0;
  for (const std::string& name : options.against) {
    if (store::is_store(name) || store::StoreLock::was_taken(name)) {
      WHORL_RETURN_IF_ERROR(add_inputs_of(name, against));
    } else {
      against.input.inputs.push_back(name);
      ++texts;
    }
  }
  if (texts > 0) against.documents = 0;
  return against;
}

// Fails if nothing was read, or if the texts are not those of the store.
Result<void> check_read(const Against& against, const AgainstRead& read) {
  if (against.input.inputs.empty()) return {};
  const std::string& first = against.input.inputs.front();
  if (read.documents == 0) return input::nothing_to_compare_against(first, read.skipped);
  if (against.documents > 0 && read.documents != against.documents) {
    return fail(ErrorCode::corrupt,
                first + ": has changed since the store was built: name the texts");
  }
  return {};
}

constexpr std::size_t kToldBytes = 400;  // text of a passage in the summary

Result<void> check(const RepeatOptions& options) {
  if (options.output.empty()) {
    return fail(ErrorCode::invalid_argument, "name a file for the documents that are kept");
  }
  if (options.mark && (!options.mask.empty() || options.drop_above)) {
    return fail(ErrorCode::invalid_argument,
                "marking repeats cuts nothing: leave out either mark, or the mask and the share to "
                "drop above");
  }
  if (input::is_web_archive(options.output) || input::is_parquet(options.output)) {
    return fail(
        ErrorCode::invalid_argument,
        options.output +
            ": documents with cut passages are written as JSON lines: name the output .jsonl");
  }
  if (options.near && options.front_end != "words") {
    return fail(ErrorCode::invalid_argument,
                "--near compares words: leave it out, or the tokenizer " + options.front_end);
  }
  if (options.share && options.near) {
    return fail(
        ErrorCode::invalid_argument,
        "--share counts equal n-grams, and --near finds changed passages: leave out one of them");
  }
  if (options.share && options.unit != CutUnit::paragraph) {
    return fail(ErrorCode::invalid_argument,
                "--share applies to whole paragraphs: add --units paragraph");
  }
  if (options.share && !(*options.share > 0 && *options.share <= 1)) {
    return fail(ErrorCode::invalid_argument, "--share is a number above 0, at most 1");
  }
  if (options.drop_above && !(*options.drop_above >= 0 && *options.drop_above <= 1)) {
    return fail(ErrorCode::invalid_argument, "the share to drop above is from 0 to 1");
  }
  return {};
}

base::ownership::OutputRules rules_of(const RepeatOptions& options) {
  base::ownership::OutputRules rules{options.input.inputs, options.overwrite};
  rules.inputs.insert(rules.inputs.end(), options.against.begin(), options.against.end());
  return rules;
}

Result<void> check_outputs(const RepeatOptions& options, bool folder) {
  const base::ownership::OutputRules rules = rules_of(options);
  const std::vector<std::string> outputs = {options.output, options.removed, options.report};
  for (const std::string& output : outputs) {
    const bool is_folder = folder && &output == &outputs.front();
    WHORL_RETURN_IF_ERROR(is_folder ? base::ownership::check_not_remote(output)
                                    : base::ownership::check_for_json_lines(output, "passages"));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty()) continue;
    if (i > 0 || !folder) {
      WHORL_RETURN_IF_ERROR(
          base::ownership::check_output(outputs[i], rules, base::ownership::is_as_written));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs[j].empty())
        WHORL_RETURN_IF_ERROR(base::ownership::check_distinct(outputs[j], outputs[i]));
    }
  }
  return {};
}

Sources sources_of(const RepeatOptions& options, const Against& against) {
  Sources sources{against.input, options.input};
  for (const std::string& output : {options.output, options.removed, options.report}) {
    if (output.empty() || output == "-") continue;
    sources.input.outputs.push_back(output);
    sources.against.outputs.push_back(output);
  }
  return sources;
}

// Standard input is needed three times, so it is copied first.
Result<void> put_aside(Sources& sources, const Workplace& place) {
  const auto reads = [](const CollectionInput& input) {
    return std::ranges::find(input.inputs, "-") != input.inputs.end();
  };
  if (reads(sources.against)) {
    return fail(ErrorCode::invalid_argument, "--against cannot read standard input; name a file");
  }
  CollectionInput& input = sources.input;
  if (input.files_from == "-") {
    WHORL_ASSIGN_OR_RETURN(input.files_from,
                           store::copy_standard_input(place.folder, place.progress));
  } else if (reads(input)) {
    WHORL_ASSIGN_OR_RETURN(input.standard_input,
                           store::copy_standard_input(place.folder, place.progress));
  }
  return {};
}

// Reports the most frequent passages; takes their texts from the documents that it is given.
class Teller {
 public:
  explicit Teller(const std::vector<CountedPassage>& commonest) {
    for (std::size_t i = 0; i < commonest.size(); ++i) by_place_[commonest[i].example.at] = i;
  }

  // The passages without their texts.
  static Result<std::vector<RepeatedPassage>> name(const std::vector<CountedPassage>& commonest,
                                                   const DocumentList& documents) {
    std::vector<RepeatedPassage> named;
    for (const CountedPassage& counted : commonest) {
      const std::uint64_t document = documents.document_of(counted.example.first);
      RepeatedPassage passage;
      passage.times = counted.times;
      passage.symbols = counted.example.symbols;
      WHORL_ASSIGN_OR_RETURN(passage.document, documents.id(document));
      passage.symbol = counted.example.first - documents.first_symbol(document);
      named.push_back(std::move(passage));
    }
    return named;
  }

  void take(const NumberedText& text, std::span<const Passage> passages,
            std::vector<RepeatedPassage>& told) const {
    for (const Passage& passage : passages) {
      const auto found = by_place_.find(passage.at);
      if (found == by_place_.end()) continue;
      const std::uint64_t local = passage.at - text.first_symbol;
      const ByteRange bytes = text.canon.origin.bytes(local, local + passage.symbols);
      told[found->second].text = beginning(text.text.substr(bytes.begin, bytes.end - bytes.begin));
    }
  }

 private:
  static std::string beginning(std::string_view text) {
    if (text.size() <= kToldBytes) return std::string(text);
    std::size_t end = kToldBytes;
    while (end > 0 && base::is_utf8_continuation(text[end])) --end;
    return std::string(text.substr(0, end)) + " …";
  }

  std::map<std::uint64_t, std::size_t> by_place_;
};

// A document whose passages are known.
struct Ready {
  std::vector<Passage> passages;
  tokens::Canon canon;  // if it has any
  Result<std::vector<Piece>> pieces;
};

// Reads the input again and writes the output.
class Writing {
 public:
  Writing(const RepeatOptions& options, const Workplace& place, const FoundRepeats& found,
          FoundPassages& passages)
      : options_(options),
        place_(place),
        found_(found),
        reader_(std::move(passages.passages)),
        teller_(passages.commonest),
        next_(found.against.documents) {}

  Result<void> run(const CollectionInput& input, RepeatOutput& output, RepeatSummary& summary) {
    WHORL_ASSIGN_OR_RETURN(
        auto texts, Texts::open(input, place_.limits, place_.grid, Want::lines, place_.progress));
    WHORL_ASSIGN_OR_RETURN(auto bytes, texts.input_bytes());
    place_.progress.phase("cutting repeats", bytes);
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto batch, texts.next());
      if (batch.empty()) break;
      WHORL_RETURN_IF_ERROR(write(batch, output, summary));
    }
    if (next_ != found_.documents.size()) return inputs_changed();
    summary.skipped = texts.skipped();
    return {};
  }

 private:
  Result<void> write(std::vector<Text>& batch, RepeatOutput& output, RepeatSummary& summary) {
    std::vector<Ready> ready(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (next_ + i >= found_.documents.size() ||
          !found_.documents.has_content(next_ + i, batch[i].content)) {
        return inputs_changed();
      }
      WHORL_ASSIGN_OR_RETURN(ready[i].passages,
                             reader_.before(found_.documents.first_symbol(next_ + i + 1)));
    }
    base::parallel_for(batch.size(), place_.limits.threads, [&](std::size_t i) {
      if (!ready[i].passages.empty()) ready[i].pieces = cut_at(batch[i], i, ready[i]);
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      WHORL_ASSIGN_OR_RETURN(auto pieces, std::move(ready[i].pieces));
      teller_.take(numbered(batch[i], i, ready[i].canon), ready[i].passages, summary.commonest);
      const std::uint64_t symbols =
          found_.documents.first_symbol(next_ + i + 1) - found_.documents.first_symbol(next_ + i);
      WHORL_RETURN_IF_ERROR(output.add(
          {batch[i], next_ + i, symbols, ready[i].passages, std::move(pieces)}, summary));
    }
    next_ += batch.size();
    return {};
  }

  // The pieces of the i-th text of the batch.
  Result<std::vector<Piece>> cut_at(const Text& text, std::size_t i, Ready& ready) const {
    WHORL_ASSIGN_OR_RETURN(ready.canon, symbols_of(text.text, place_.grid));
    std::optional<RunShare> share;
    if (options_.share) share = {*options_.share, options_.at_least};
    return pieces_of(numbered(text, i, ready.canon), ready.passages, options_.unit, share);
  }

  NumberedText numbered(const Text& text, std::size_t i, const tokens::Canon& canon) const {
    return {text.text, canon, found_.documents.first_symbol(next_ + i)};
  }

  const RepeatOptions& options_;
  const Workplace& place_;
  const FoundRepeats& found_;
  PassageReader reader_;
  Teller teller_;
  std::uint64_t next_;  // document
};

// Called before the work, so that an output that cannot be written is reported early.
Result<store::OutputPlan> plan_outputs(const RepeatOptions& options, const CollectionInput& input,
                                       bool folder, const Workplace& place) {
  if (!folder) return store::OutputPlan{options.output, {}};
  WHORL_ASSIGN_OR_RETURN(
      auto inputs, store::open_collection(input, "", true, place.limits.memory, &place.progress));
  return store::plan_shards(options.output, *inputs, store::OutputForm::lines, rules_of(options));
}

Result<RepeatSummary> find_and_write(const RepeatOptions& options, const Against& against,
                                     bool folder, const Workplace& place,
                                     const std::optional<near::NearRule>& rule) {
  Sources sources = sources_of(options, against);
  WHORL_RETURN_IF_ERROR(put_aside(sources, place));
  WHORL_ASSIGN_OR_RETURN(auto plan, plan_outputs(options, sources.input, folder, place));
  WHORL_ASSIGN_OR_RETURN(auto found, find_repeats(sources, place));
  WHORL_RETURN_IF_ERROR(check_read(against, found.against));
  WHORL_ASSIGN_OR_RETURN(auto passages, find_passages(std::move(found.repeats), place));
  if (rule) {
    WHORL_ASSIGN_OR_RETURN(
        passages, find_near_passages(std::move(passages), {sources, place, *rule, found.documents,
                                                           found.against.documents}));
  }
  RepeatSummary summary;
  summary.against = found.against.documents;
  summary.against_short = found.against.too_short;
  summary.bytes = found.bytes;
  summary.repeats = passages.count;
  summary.repeated_symbols = passages.symbols;
  summary.removed = options.removed;
  WHORL_ASSIGN_OR_RETURN(summary.commonest, Teller::name(passages.commonest, found.documents));
  WHORL_ASSIGN_OR_RETURN(auto output, RepeatOutput::open(options, std::move(plan), found.documents,
                                                         summary.against, place.progress));
  WHORL_RETURN_IF_ERROR(
      Writing(options, place, found, passages).run(sources.input, output, summary));
  WHORL_RETURN_IF_ERROR(input::check_any_read(summary.documents, summary.skipped));
  summary.skipped.insert(summary.skipped.end(), found.against.skipped.begin(),
                         found.against.skipped.end());
  WHORL_RETURN_IF_ERROR(output.finish(summary));
  return summary;
}

}  // namespace

}  // namespace whorl::internal::repeats

namespace whorl {

using namespace internal;
using namespace internal::repeats;

Result<RepeatSummary> cut_repeats(const RepeatOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(repeats::check(options));
  WHORL_ASSIGN_OR_RETURN(const Grid grid, make_grid(options.front_end, options.at_least));
  std::optional<near::NearRule> rule;
  if (options.near) {
    WHORL_ASSIGN_OR_RETURN(rule, near::make_near_rule(*options.near, options.at_least));
  }
  WHORL_ASSIGN_OR_RETURN(const auto against, open_against(options));
  RepeatOptions asked = options;
  asked.against = against.input.inputs;
  const bool folder = store::names_folder(options.output);
  if (folder) asked.output = store::without_slash(options.output);
  if (options.removed.empty() && !options.mark) {
    asked.removed = store::list_beside(asked.output, folder);
  }
  WHORL_RETURN_IF_ERROR(check_outputs(asked, folder));
  WHORL_ASSIGN_OR_RETURN(auto scratch, Scratch::make(asked.output, asked.limits.temporary));
  auto summary = find_and_write(
      asked, against, folder,
      {base::FileSystem::real(), scratch.folder(), asked.limits, grid, progress}, rule);
  if (!summary && summary.error().code == ErrorCode::cancelled) {
    return fail(ErrorCode::cancelled, "stopped: nothing was written");
  }
  return summary;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
