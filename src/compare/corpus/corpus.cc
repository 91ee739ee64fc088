#include "compare/corpus/corpus.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "compare/corpus/base_code.h"

namespace whorl::internal::compare::corpus {
namespace {

// One document on its way; `file` or `skipped` is set once it is prepared.
struct Work {
  Document document;
  std::uint32_t submission = 0;
  std::optional<PreparedFile> file;
  std::optional<Skipped> skipped;
};

void prepare(Work& work, const Settings& settings, const BaseCode& base) {
  std::string path = work.document.name;
  auto file = prepare_file(std::move(work.document), settings);
  work.document = {};
  if (!file) {
    work.skipped = {std::move(path), file.error().message, SkipKind::skipped};
    return;
  }
  if (!file->note.empty()) {
    work.skipped = {std::move(path), std::move(file->note), SkipKind::fallback};
  }
  base.mask(*file);
  work.file = std::move(*file);
}

void prepare_all(std::vector<Work>& work, const Settings& settings, const BaseCode& base,
                 unsigned threads, Progress& progress) {
  base::parallel_for(work.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    prepare(work[i], settings, base);
    progress.advance(1);
  });
}

BaseCode prepare_base(std::vector<Document> documents, const Settings& settings,
                      std::vector<Skipped>& skipped) {
  const BaseCode none({});
  std::vector<PreparedFile> files;
  for (Document& document : documents) {
    Work work{std::move(document), 0, {}, {}};
    prepare(work, settings, none);
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

Corpus build_corpus(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                    const Settings& settings, unsigned threads, Progress& progress) {
  Corpus corpus;
  const BaseCode base_code = prepare_base(std::move(base), settings, corpus.skipped);
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
  prepare_all(work, settings, base_code, threads, progress);
  collect(std::move(work), corpus);
  for (std::uint32_t i = 0; i < corpus.submissions.size(); ++i) corpus.lay_runs(i);
  return corpus;
}

}  // namespace whorl::internal::compare::corpus
