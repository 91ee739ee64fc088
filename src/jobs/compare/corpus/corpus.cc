#include "jobs/compare/corpus/corpus.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory_budget.h"
#include "base/parallel.h"
#include "base/unshown.h"
#include "input/room.h"
#include "input/source.h"
#include "jobs/compare/corpus/fingerprint_file.h"
#include "jobs/compare/corpus/prepared_file.h"
#include "tokens/html/markup.h"
#include "tokens/language.h"

namespace whorl::internal::compare::corpus {
namespace {

// Base code: files that students were given; they must neither match nor count (docs/methods.md,
// "Base code").

// Every k-gram of the base files, by comparison class.
class BaseCode {
 public:
  explicit BaseCode(const std::vector<PreparedFile>& base);

  bool empty() const { return kgrams_.empty() && texts_.empty(); }

  // Masks the symbols of `file` that are in a match of at least k symbols with a base file: exactly
  // those in a k-gram that base code has too. Masks the whole file if its normalized text is one of
  // base. The rest is the file's own. Parts of it with fewer than k symbols are masked as well:
  // they cannot match, so they must not count. Linear in the symbols, log(base) each.
  void mask(PreparedFile& file) const;

 private:
  std::vector<std::uint64_t> kgrams_;  // salted by class, sorted
  std::vector<TextId> texts_;          // whole files, sorted
};

BaseCode::BaseCode(const std::vector<PreparedFile>& base) {
  for (const PreparedFile& file : base) {
    if (file.canon.size() == 0) continue;
    texts_.push_back(file.text_id);
    for_each_kgram(file, [&](std::uint64_t hash, std::uint32_t) { kgrams_.push_back(hash); });
  }
  std::ranges::sort(texts_);
  std::ranges::sort(kgrams_);
  kgrams_.erase(std::unique(kgrams_.begin(), kgrams_.end()), kgrams_.end());
}

void BaseCode::mask(PreparedFile& file) const {
  const auto size = static_cast<std::uint32_t>(file.canon.size());
  if (empty() || size == 0) return;
  std::vector<SymbolRange> masked;
  if (std::ranges::binary_search(texts_, file.text_id)) {
    masked = {{0, size}};
  } else {
    for_each_kgram(file, [&](std::uint64_t hash, std::uint32_t position) {
      if (!std::ranges::binary_search(kgrams_, hash)) return;
      if (masked.empty() || position > masked.back().end) masked.push_back({position, position});
      masked.back().end = position + file.recipe.k;
    });
  }
  if (masked.empty()) return;
  file.own = without(file.own, masked);
  file.unmasked = file.own;
  std::erase_if(file.unmasked, [&](SymbolRange range) { return range.length() < file.recipe.k; });
  for (const SymbolRange& range : without({{0, size}}, file.unmasked)) {
    file.entry.base_symbols += range.length();
    file.entry.base.push_back(file.canon.origin.bytes(range.begin, range.end));
  }
  file.entry.symbols = size - file.entry.base_symbols;
}

using tokens::parts::MarkupOf;

// A document while it is prepared; `files` or `skipped` is set afterwards.
struct Work {
  Document document;
  std::uint32_t submission = 0;
  std::vector<PreparedFile> files;  // one for each of its languages
  std::optional<Skipped> skipped;
};

// The tokenizer's messages about a file that was read.
void add_notices(PreparedFile& file, std::vector<Skipped>& list) {
  for (std::string& notice : file.notices) {
    list.push_back({file.entry.path, std::move(notice), SkipKind::fallback});
  }
  file.notices.clear();
}

// Prepares documents within the memory of the run, the smallest first, each one that still fits.
// Works in waves, so that few are prepared before it is known that they do not fit.
class Preparation {
 public:
  Preparation(const Settings& settings, const BaseCode& base, MarkupOf markup_of)
      : settings_(settings), base_(base), markup_of_(markup_of), budget_(settings.memory()) {}

  void prepare_all(std::vector<Work>& work, unsigned threads, Progress& progress) {
    std::vector<Work*> order;
    for (Work& one : work) order.push_back(&one);
    std::ranges::stable_sort(order, {}, [](const Work* one) { return one->document.bytes.size(); });
    for (std::span<Work*> rest = order; !rest.empty() && !progress.cancelled();) {
      const std::span<Work*> wave = rest.first(size_of_wave(rest));
      base::parallel_for(wave.size(), threads, [&](std::size_t i) {
        if (progress.cancelled()) return;
        prepare_beside_others(*wave[i]);
        progress.advance(1);
      });
      for (Work* one : wave) keep_if_it_fits(*one);
      rest = rest.subspan(wave.size());
    }
  }

 private:
  static input::Room expected_room(const Document& document) {
    return input::Room::expected(document.name, document.bytes.size());
  }

  std::size_t size_of_wave(std::span<Work* const> rest) const {
    const std::uint64_t most = budget_.memory() / kWaves;
    std::uint64_t text = 0;
    std::size_t size = 0;
    do text += expected_room(rest[size++]->document).text;
    while (size < rest.size() && text < most);
    return size;
  }

  // Leaves out a document that needs more memory than most of its kind.
  void prepare_beside_others(Work& work) {
    Document& document = work.document;
    const input::Room room = expected_room(document);
    if (room.held() > budget_.together()) return;
    const bool may_grow = input::may_grow(document.name, document.bytes);
    base::MemoryBudget::Charge charge;
    if (may_grow || room.held() > kSmall) charge.swap(budget_.take(room.held()));
    Document again = may_grow ? document : Document{};
    if (prepare(work, room) || !may_grow) return;
    work.skipped.reset();
    work.document = std::move(again);
  }

  void keep_if_it_fits(Work& work) {
    if (work.files.empty() && !work.skipped) prepare(work, input::Room::within(budget_.share()));
    if (work.files.empty()) return;
    std::uint64_t held = 0;
    for (const PreparedFile& file : work.files) held += held_bytes(file);
    if (kept_ + held > budget_.together()) {
      work.skipped = {
          work.files.front().entry.path,
          "is too large for the memory limit together with the smaller files; give more --memory",
          SkipKind::skipped};
      work.files.clear();
      return;
    }
    kept_ += held;
  }

  // False if it needs more than `room`.
  bool prepare(Work& work, const input::Room& room) {
    std::string path = work.document.name;
    auto files = prepare_file(std::move(work.document), settings_, room, markup_of_);
    work.document = {};
    if (!files) {
      work.skipped = {std::move(path), files.error().message, SkipKind::skipped};
      return files.error().code != ErrorCode::limit_exceeded;
    }
    if (!files->front().note.empty()) {
      work.skipped = {std::move(path), std::move(files->front().note), SkipKind::fallback};
    }
    for (PreparedFile& file : *files) base_.mask(file);
    work.files = std::move(*files);
    return true;
  }

  static constexpr std::uint64_t kSmall = 4 << 20;  // smaller amounts are not charged
  static constexpr std::uint64_t kWaves = 32;       // a wave is this part of the memory

  const Settings& settings_;
  const BaseCode& base_;
  const MarkupOf markup_of_;
  base::MemoryBudget budget_;
  std::uint64_t kept_ = 0;
};

BaseCode prepare_base(std::vector<Document> documents, const Settings& settings,
                      std::vector<Skipped>& skipped, Progress& progress) {
  const BaseCode none({});
  std::vector<Work> prepared;
  for (Document& document : documents) prepared.push_back({std::move(document), 0, {}, {}});
  base::Unshown unshown(progress);
  // Markup that was given to students is removed from all pages.
  Preparation(settings, none, MarkupOf::all_pages).prepare_all(prepared, 1, unshown);
  std::vector<PreparedFile> files;
  for (Work& work : prepared) {
    if (work.skipped) skipped.push_back(std::move(*work.skipped));
    for (PreparedFile& file : work.files) {
      add_notices(file, skipped);
      files.push_back(std::move(file));
    }
  }
  return BaseCode(files);
}

bool is_page(const Document& document) {
  const std::string_view head = std::string_view(document.bytes).substr(0, tokens::kDetectionHead);
  return tokens::detect(document.name, head, "").front_end == "html";
}

// All pages, if at least half of them are mainly markup. Linear.
MarkupOf markup_of(const std::vector<Work>& work, const Settings& settings, unsigned threads) {
  if (settings.names_language()) return MarkupOf::no_page;
  std::atomic<std::size_t> pages = 0, of_markup = 0;
  base::parallel_for(work.size(), threads, [&](std::size_t i) {
    if (!is_page(work[i].document)) return;
    ++pages;
    of_markup += tokens::html::markup_outweighs_text(work[i].document.bytes);
  });
  return pages > 0 && 2 * of_markup >= pages ? MarkupOf::all_pages : MarkupOf::no_page;
}

const void* symbols_from(const tokens::Symbols& symbols, std::uint32_t at) {
  return std::visit([at](const auto& s) -> const void* { return s.data() + at; }, symbols);
}

// Appends a file to its submission; false if the submission would get too long.
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
          .files = {},
          .path = std::move(source.path),
          .handed_in = std::move(source.handed_in),
          .dated_by = std::move(source.dated_by)};
}

void add_file(PreparedFile file, std::uint32_t to, Corpus& corpus) {
  Submission& submission = corpus.submissions[to];
  SubmissionText& text = corpus.texts[to];
  add_notices(file, corpus.skipped);
  if (!place(file, text)) {
    corpus.skipped.push_back(
        {file.entry.path, "its submission has more than 2147483648 symbols", SkipKind::skipped});
    return;
  }
  submission.symbols += file.entry.symbols;
  submission.base_symbols += file.entry.base_symbols;
  const tokens::FrontEnd& row = front_end_of(file);
  text.counted.add(row, file.canon.symbols, file.entry.symbols);
  for (const SymbolRange& range : file.own) {
    text.own.add(row, file.canon.symbols, range.length());
  }
  submission.files.push_back(static_cast<std::uint32_t>(corpus.files.size()));
  corpus.files.push_back(std::move(file));
}

void collect(std::vector<Work> work, Corpus& corpus) {
  for (Work& item : work) {
    if (item.skipped) corpus.skipped.push_back(std::move(*item.skipped));
    for (PreparedFile& file : item.files) add_file(std::move(file), item.submission, corpus);
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
                           !std::holds_alternative<tokens::Bytes>(file.canon.symbols),
                           window_of(file.recipe),
                           file.spellings.empty() ? nullptr : file.spellings.data() + range.begin});
    }
  }
}

Corpus build_corpus(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                    const Settings& settings, unsigned threads, Progress& progress) {
  Corpus corpus;
  const BaseCode base_code = prepare_base(std::move(base), settings, corpus.skipped, progress);
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
  const MarkupOf markup = markup_of(work, settings, threads);
  Preparation(settings, base_code, markup).prepare_all(work, threads, progress);
  collect(std::move(work), corpus);
  for (std::uint32_t i = 0; i < corpus.submissions.size(); ++i) corpus.lay_runs(i);
  return corpus;
}

}  // namespace whorl::internal::compare::corpus
