#include "tokens/origin.h"

#include <algorithm>
#include <bit>

namespace whorl::internal::tokens {
namespace {

constexpr std::uint64_t kBlock = 64;
constexpr std::uint8_t kLarge = 255;

constexpr std::size_t kWordsPerSample = 8;  // one rank sample per 512 bits

std::uint64_t select_in_word(std::uint64_t word, std::uint64_t i) {
  for (; i > 0; --i) word &= word - 1;
  return static_cast<std::uint64_t>(std::countr_zero(word));
}

// The range of one symbol, or of a run of them, which is cheaper than one by one.
struct RangeOf {
  std::uint64_t first;
  std::uint64_t last;  // the last symbol itself

  ByteRange operator()(const Identity&) const { return {first, last + 1}; }

  ByteRange operator()(const KeepBitmap& kept) const {
    return {kept.select(first), kept.select(last) + 1};
  }

  ByteRange operator()(const Folded& folded) const {
    const auto source = [&](std::uint64_t symbol) {
      return folded.firsts.kept() == 0 ? symbol : folded.firsts.rank(symbol + 1) - 1;
    };
    return {folded.begins.select(source(first)), folded.ends.select(source(last)) + 1};
  }

  ByteRange operator()(const Spans& spans) const {
    return {spans.begin[first], std::uint64_t{spans.begin[last]} + spans.length[last]};
  }

  ByteRange operator()(const PackedSpans& spans) const {
    return {spans[first].begin, spans[last].end};
  }
};

// The source of the byte at `offset` of the extracted text.
ByteRange source_of(const std::vector<ExtractedRun>& runs, std::uint64_t offset) {
  const auto next =
      std::upper_bound(runs.begin(), runs.end(), offset,
                       [](std::uint64_t at, const ExtractedRun& run) { return at < run.at; });
  const ExtractedRun& run = *(next - 1);
  if (run.length > 0) return {run.source, std::uint64_t{run.source} + run.length};
  const std::uint64_t begin = run.source + (offset - run.at);
  return {begin, begin + 1};
}

}  // namespace

void PackedSpans::SmallNumbers::add(std::uint32_t value) {
  if (value >= kLarge) large.emplace_back(static_cast<std::uint32_t>(bytes.size()), value);
  bytes.push_back(static_cast<std::uint8_t>(std::min<std::uint32_t>(value, kLarge)));
}

std::uint32_t PackedSpans::SmallNumbers::operator[](std::uint64_t i) const {
  if (bytes[i] != kLarge) return bytes[i];
  return std::ranges::lower_bound(large, i, {}, &std::pair<std::uint32_t, std::uint32_t>::first)
      ->second;
}

void PackedSpans::add(std::uint32_t begin, std::uint32_t end) {
  if (size() % kBlock == 0) begins_.push_back(begin);
  steps_.add(begin - last_begin_);
  lengths_.add(end - begin);
  last_begin_ = begin;
}

ByteRange PackedSpans::operator[](std::uint64_t i) const {
  std::uint64_t begin = begins_[i / kBlock];
  for (std::uint64_t at = i / kBlock * kBlock + 1; at <= i; ++at) begin += steps_[at];
  return {begin, begin + lengths_[i]};
}

KeepBitmap::KeepBitmap(std::vector<std::uint64_t> words, std::uint64_t bytes)
    : words_(std::move(words)) {
  words_.resize((bytes + 63) / 64);
  rank_.reserve(words_.size() / kWordsPerSample + 1);
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (i % kWordsPerSample == 0) rank_.push_back(static_cast<std::uint32_t>(kept_));
    kept_ += static_cast<std::uint64_t>(std::popcount(words_[i]));
  }
}

std::uint64_t KeepBitmap::select(std::uint64_t i) const {
  const auto after = std::upper_bound(rank_.begin(), rank_.end(), i);
  const auto sample = static_cast<std::size_t>(after - rank_.begin()) - 1;
  i -= rank_[sample];
  std::size_t word = sample * kWordsPerSample;
  for (;; ++word) {
    const auto here = static_cast<std::uint64_t>(std::popcount(words_[word]));
    if (i < here) break;
    i -= here;
  }
  return word * 64 + select_in_word(words_[word], i);
}

std::uint64_t KeepBitmap::rank(std::uint64_t bytes) const {
  if (bytes == 0) return 0;
  const std::size_t last = (bytes - 1) / 64;
  std::uint64_t kept = rank_[last / kWordsPerSample];
  for (std::size_t i = last / kWordsPerSample * kWordsPerSample; i < last; ++i) {
    kept += static_cast<std::uint64_t>(std::popcount(words_[i]));
  }
  const std::uint64_t in_last = ~std::uint64_t{0} >> (63 - (bytes - 1) % 64);
  return kept + static_cast<std::uint64_t>(std::popcount(words_[last] & in_last));
}

Origin Origin::through(std::vector<ExtractedRun> runs) && {
  if (!runs.empty()) steps_.push_back(std::move(runs));
  return std::move(*this);
}

Origin Origin::without_first(std::uint64_t count) && {
  left_out_ += count;
  return std::move(*this);
}

std::uint64_t Origin::bytes_of_runs() const {
  std::uint64_t bytes = 0;
  for (const std::vector<ExtractedRun>& runs : steps_) bytes += runs.capacity() * sizeof runs[0];
  return bytes;
}

ByteRange Origin::bytes(std::uint64_t first, std::uint64_t last) const {
  ByteRange range = std::visit(RangeOf{left_out_ + first, left_out_ + last - 1}, shape_);
  for (const std::vector<ExtractedRun>& runs : steps_) {
    range = {source_of(runs, range.begin).begin, source_of(runs, range.end - 1).end};
  }
  return range;
}

}  // namespace whorl::internal::tokens
