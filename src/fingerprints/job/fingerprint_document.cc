#include "fingerprints/job/fingerprint_document.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "fingerprints/chunks/chunks.h"
#include "fingerprints/job/block_job.h"
#include "fingerprints/select/select.h"
#include "input/charset/content.h"
#include "input/positioned_file.h"
#include "input/source.h"
#include "tokens/front_ends.h"

namespace whorl::internal::job {
namespace {

bool takes_raw_bytes(const Recipe& recipe) {
  return tokens::find_front_end(recipe.front_end)->takes_raw_bytes;
}

Result<input::Viewable> viewable_of(std::string_view name, std::string bytes,
                                    const FingerprintPlan& plan, std::string& note,
                                    const input::Room& room) {
  if (!takes_raw_bytes(plan.recipe)) {
    return input::view(name, std::move(bytes), note, *plan.conversions, room);
  }
  input::Viewable raw;
  raw.text = std::move(bytes);
  return raw;
}

// The longest run of k-grams that were not selected.
std::uint64_t longest_gap(const Fingerprints& f, std::uint64_t kgrams) {
  std::uint64_t longest = 0, next = 0;
  for (const std::uint32_t position : f.position) {
    longest = std::max(longest, position - next);
    next = position + std::uint64_t{1};
  }
  return std::max(longest, kgrams - next);
}

void take(BlockJobResult from, FingerprintOutcome& out) {
  out.symbols = from.symbols;
  out.count = from.count;
  out.longest_gap = from.longest_gap;
  out.fingerprints = std::move(from.fingerprints);
  out.usable = true;
}

bool take_in_blocks(std::string_view text, const FingerprintPlan& plan, unsigned threads,
                    FingerprintOutcome& out) {
  if (!fits_blocks(plan.recipe)) return false;
  const BlockSource source{text.size(),
                           [&](std::uint64_t offset, std::span<char> to) -> Result<std::size_t> {
                             return text.copy(to.data(), to.size(), offset);
                           }};
  auto done = fingerprint_blocks(source, plan.recipe, threads, plan.keep);
  if (done) take(std::move(*done), out);
  return done.has_value();
}

}  // namespace

void DocumentFingerprinter::take_whole(const input::Viewable& text, unsigned threads,
                                       FingerprintOutcome& out) {
  const Recipe& recipe = plan_.recipe;
  if (recipe.has_chunks()) {
    take_chunks(text, out);
    return;
  }
  const tokens::SymbolSpan symbols = tokens::symbols_of(*tokens::find_front_end(recipe.front_end),
                                                        text, recipe.argument, symbols_);
  out.symbols = std::visit([](auto span) { return span.size(); }, symbols);
  select::select(symbols, recipe, threads, selection_, found_);
  out.count = found_.size();
  out.longest_gap = longest_gap(found_, out.symbols < recipe.k ? 0 : out.symbols - recipe.k + 1);
  if (plan_.keep) out.fingerprints = found_;
  out.usable = true;
}

void DocumentFingerprinter::take_chunks(const input::Viewable& text,
                                        FingerprintOutcome& out) const {
  const Recipe& recipe = plan_.recipe;
  const tokens::Canon canon =
      tokens::find_front_end(recipe.front_end)->canonicalize(text, recipe.argument);
  out.chunks = chunks::chunks_of(canon, text.text, recipe, chunks::SeededTokenHash(recipe));
  if (!text.origin_runs.empty()) {
    for (Chunk& chunk : out.chunks.chunks) {
      chunk.bytes = {input::original_offset(text.origin_runs, chunk.bytes.begin),
                     input::original_offset(text.origin_runs, chunk.bytes.end)};
    }
  }
  out.symbols = out.chunks.symbols;
  out.count = out.chunks.chunks.size();
  out.usable = true;
}

FingerprintOutcome DocumentFingerprinter::take(Document document, unsigned threads,
                                               const input::Room& room) {
  FingerprintOutcome out;
  out.name = std::move(document.name);
  out.bytes = document.bytes.size();
  std::string note;
  const auto text = viewable_of(out.name, std::move(document.bytes), plan_, note, room);
  if (!text) {
    out.exceeded = text.error().code == ErrorCode::limit_exceeded;
    out.skipped = Skipped{out.name, text.error().message, SkipKind::skipped};
    return out;
  }
  if (text->text.size() < kLargeText) {
    take_whole(*text, threads, out);
  } else if (!take_in_blocks(text->text, plan_, threads, out)) {
    // A separate object, so that its memory is freed.
    DocumentFingerprinter(plan_).take_whole(*text, threads, out);
  }
  if (note.empty() && out.symbols == 0) {
    note = tokens::note_on_nothing_left(*tokens::find_front_end(plan_.recipe.front_end),
                                        plan_.recipe.argument);
  }
  if (!note.empty()) out.skipped = Skipped{out.name, note, SkipKind::fallback};
  return out;
}

std::optional<FingerprintOutcome> fingerprint_large_file(const std::string& path,
                                                         const std::string& name,
                                                         const FingerprintPlan& plan,
                                                         unsigned threads) {
  const auto file = input::PositionedFile::open(path);
  if (!fits_blocks(plan.recipe) || !file || file->size() > input::ReadLimits().file_bytes) {
    return std::nullopt;
  }
  std::string head(input::kSniffBytes, '\0');
  const auto got = file->read(0, head);
  if (!got) return std::nullopt;
  head.resize(*got);
  const input::Content content = input::sniff(name, head);
  const bool raw = takes_raw_bytes(plan.recipe) && content != input::Content::archive;
  if (content != input::Content::text && !raw) return std::nullopt;

  const BlockSource source{file->size(), [&](std::uint64_t offset, std::span<char> to) {
                             return file->read(offset, to);
                           }};
  auto done = fingerprint_blocks(source, plan.recipe, threads, plan.keep);
  if (!done) return std::nullopt;
  FingerprintOutcome out;
  out.name = name;
  out.bytes = done->bytes;
  if (file->changed()) {
    out.skipped = Skipped{name,
                          "changed while it was read: the fingerprints are those of " +
                              std::to_string(out.bytes) + " bytes of it",
                          SkipKind::skipped};
  }
  take(std::move(*done), out);
  return out;
}

}  // namespace whorl::internal::job
