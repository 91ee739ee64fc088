#include "compare/corpus/corpus.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/memory_budget.h"
#include "base/parallel.h"
#include "base/try.h"
#include "compare/corpus/base_code.h"
#include "read/room.h"
#include "read/source.h"

namespace whorl::internal::compare::corpus {
namespace {

// One document on its way; `file` or `skipped` is set once it is prepared.
struct Work {
  Document document;
  std::uint32_t submission = 0;
  std::optional<PreparedFile> file;
  std::optional<Skipped> skipped;
  bool exceeded = false;  // its room
};

// What is not worth a phase of its own; can be cancelled all the same.
class Unshown final : public Progress {
 public:
  explicit Unshown(Progress& progress) : progress_(progress) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return progress_.cancelled(); }

 private:
  Progress& progress_;
};

// Documents as they are prepared, within the memory of the run.
class Preparation {
 public:
  Preparation(const Settings& settings, const BaseCode& base)
      : settings_(settings), base_(base), budget_(settings.memory()), kept_(budget_.together()) {}

  // On `threads` threads, then one by one those that need more memory than they seemed to.
  Result<void> prepare_all(std::vector<Work>& work, unsigned threads, Progress& progress) {
    base::parallel_for(work.size(), threads, [&](std::size_t i) {
      if (progress.cancelled() || kept_.is_over()) return;
      prepare_beside_others(work[i]);
      progress.advance(1);
    });
    for (Work& one : work) {
      if (progress.cancelled() || kept_.is_over()) break;
      if (!one.file && !one.skipped) {
        prepare(one, read::Room::within(budget_.share()));
      }
    }
    if (!kept_.is_over()) return {};
    return read::too_much_to_hold(kept_.most());
  }

 private:
  // Leaves a document as it is that needs more than most of its kind.
  void prepare_beside_others(Work& work) {
    Document& document = work.document;
    const read::Room room = read::Room::expected(document.name, document.bytes.size());
    if (room.held() > budget_.together()) return;
    const bool may_grow = read::may_grow(document.name, document.bytes);
    base::MemoryBudget::Charge charge;
    if (may_grow || room.held() > kSmall) charge.swap(budget_.take(room.held()));
    Document kept = may_grow ? document : Document{};
    prepare(work, room);
    const bool exceeded = work.skipped && work.exceeded;
    if (!exceeded || !may_grow) return;
    work.skipped.reset();
    work.document = std::move(kept);
  }

  void prepare(Work& work, const read::Room& room) {
    std::string path = work.document.name;
    auto file = prepare_file(std::move(work.document), settings_, room);
    work.document = {};
    if (!file) {
      work.exceeded = file.error().code == ErrorCode::limit_exceeded;
      work.skipped = {std::move(path), file.error().message, SkipKind::skipped};
      return;
    }
    if (!file->note.empty()) {
      work.skipped = {std::move(path), std::move(file->note), SkipKind::fallback};
    }
    base_.mask(*file);
    kept_.add(held_bytes(*file));
    work.file = std::move(*file);
  }

  static constexpr std::uint64_t kSmall = 4 << 20;  // what need not be counted

  const Settings& settings_;
  const BaseCode& base_;
  base::MemoryBudget budget_;
  base::MemoryTally kept_;
};

Result<BaseCode> prepare_base(std::vector<Document> documents, const Settings& settings,
                              std::vector<Skipped>& skipped, Progress& progress) {
  const BaseCode none({});
  std::vector<Work> prepared;
  for (Document& document : documents) prepared.push_back({std::move(document), 0, {}, {}});
  Unshown unshown(progress);
  WHORL_RETURN_IF_ERROR(Preparation(settings, none).prepare_all(prepared, 1, unshown));
  std::vector<PreparedFile> files;
  for (Work& work : prepared) {
    if (work.file) files.push_back(std::move(*work.file));
    if (work.skipped) skipped.push_back(std::move(*work.skipped));
  }
  return BaseCode(files);
}

const void* symbols_from(const canon::Symbols& symbols, std::uint32_t at) {
  return std::visit([at](const auto& s) -> const void* { return s.data() + at; }, symbols);
}

// Lays a file at the end of its submission; false when it would get too long.
bool place(const PreparedFile& file, SubmissionText& text) {
  const std::uint64_t end = std::uint64_t{text.extent} + file.canon.size();
  if (end > match::kMaxExtent) return false;
  text.begins.push_back(text.extent);
  text.extent = static_cast<std::uint32_t>(end);
  return true;
}

Submission submission_of(SubmissionSource source) {
  return {.name = std::move(source.name),
          .group = std::move(source.group),
          .student = std::move(source.student),
          .attempt = std::move(source.attempt),
          .archived = source.archived,
          .files = {}};
}

void collect(std::vector<Work> work, Corpus& corpus) {
  for (Work& item : work) {
    if (item.skipped) corpus.skipped.push_back(std::move(*item.skipped));
    if (!item.file) continue;
    Submission& submission = corpus.submissions[item.submission];
    SubmissionText& text = corpus.texts[item.submission];
    if (!place(*item.file, text)) {
      corpus.skipped.push_back({item.file->entry.path,
                                "its submission has more than 2147483648 symbols",
                                SkipKind::skipped});
      continue;
    }
    submission.symbols += item.file->entry.symbols;
    submission.base_symbols += item.file->entry.base_symbols;
    text.counted.add(item.file->canon.symbols, item.file->entry.symbols);
    for (const SymbolRange& range : item.file->own) {
      text.own.add(item.file->canon.symbols, range.length());
    }
    submission.files.push_back(static_cast<std::uint32_t>(corpus.files.size()));
    corpus.files.push_back(std::move(*item.file));
  }
}

}  // namespace

FilePosition Corpus::locate(std::uint32_t submission, std::uint32_t position) const {
  const auto& begins = texts[submission].begins;
  const auto after = std::ranges::upper_bound(begins, position);
  const auto i = static_cast<std::size_t>(after - begins.begin()) - 1;
  return {submissions[submission].files[i], position - begins[i]};
}

void Corpus::lay_runs(std::uint32_t submission) {
  SubmissionText& text = texts[submission];
  text.runs.clear();
  for (std::size_t i = 0; i < text.begins.size(); ++i) {
    const PreparedFile& file = files[submissions[submission].files[i]];
    for (const SymbolRange& range : file.unmasked) {
      text.runs.push_back({text.begins[i] + range.begin, text.begins[i] + range.end, file.recipe.k,
                           symbols_from(file.canon.symbols, range.begin),
                           !std::holds_alternative<canon::Bytes>(file.canon.symbols),
                           window_of(file.recipe)});
    }
  }
}

Result<Corpus> build_corpus(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                    const Settings& settings, unsigned threads, Progress& progress) {
  Corpus corpus;
  WHORL_ASSIGN_OR_RETURN(const BaseCode base_code,
                         prepare_base(std::move(base), settings, corpus.skipped, progress));
  std::vector<Work> work;
  for (SubmissionSource& submission : submissions) {
    const auto number = static_cast<std::uint32_t>(corpus.submissions.size());
    for (Document& document : submission.documents) {
      work.push_back({std::move(document), number, {}, {}});
    }
    corpus.submissions.push_back(submission_of(std::move(submission)));
  }
  submissions.clear();
  corpus.texts.resize(corpus.submissions.size());
  progress.phase("reading text", work.size());
  WHORL_RETURN_IF_ERROR(Preparation(settings, base_code).prepare_all(work, threads, progress));
  collect(std::move(work), corpus);
  for (std::uint32_t i = 0; i < corpus.submissions.size(); ++i) corpus.lay_runs(i);
  return corpus;
}

}  // namespace whorl::internal::compare::corpus
