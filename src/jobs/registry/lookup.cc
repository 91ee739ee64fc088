#include "jobs/registry/lookup.h"

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>
#include <span>
#include <string>

#include "base/try.h"

namespace whorl::internal::registry {
namespace {

constexpr unsigned kChunk = 56;  // bits that are examined together
constexpr std::uint64_t kAll = (std::uint64_t{1} << kChunk) - 1;

// The index of the n-th set bit, from 1.
unsigned place_of(std::uint64_t bits, std::uint64_t n) {
  for (; n > 1; --n) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

// Appends the next `count` numbers without equal neighbours. Returns true if they ascend.
bool append_each_once(BitReader& numbers, unsigned width, std::size_t count,
                      std::vector<std::uint32_t>& out) {
  std::array<std::uint32_t, 256> some;
  std::size_t at = out.size();
  out.resize(at + count);
  bool ascend = true;
  std::int64_t before = -1;
  for (std::size_t left = count; left > 0;) {
    const std::span read(some.data(), std::min(left, some.size()));
    numbers.take_each(width, read);
    left -= read.size();
    for (const std::int64_t number : read) {
      out[at] = static_cast<std::uint32_t>(number);
      at += number == before ? 0 : 1;
      ascend &= number >= before;
      before = number;
    }
  }
  out.resize(at);
  return ascend;
}

// Hashes of one bucket: [begin, end) of the request.
struct Asked {
  std::uint32_t bucket = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Asked> buckets_of(std::span<const std::uint64_t> hashes, const PostingLayout& layout) {
  std::vector<Asked> asked;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::uint32_t bucket = layout.bucket_of(hashes[i]);
    if (asked.empty() || asked.back().bucket != bucket) asked.push_back({bucket, i, i});
    asked.back().end = i + 1;
  }
  return asked;
}

class Lookup {
 public:
  Lookup(const Index& index, std::span<const std::uint64_t> hashes)
      : index_(index), hashes_(hashes), search_(index.layout()) {}

  Result<Matches> run() {
    const std::vector<Asked> asked = buckets_of(hashes_, index_.layout());
    std::vector<std::string> keys;
    for (const Asked& one : asked) keys.push_back(number_key(one.bucket));
    const auto take = [&](std::size_t i, std::string_view runs) { return search(asked[i], runs); };
    WHORL_RETURN_IF_ERROR(index_.database().visit(Table::postings, keys, take));
    return std::move(found_);
  }

 private:
  Result<void> search(const Asked& asked, std::string_view runs) {
    WHORL_RETURN_IF_ERROR(search_.open(runs, asked.bucket));
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::size_t before = found_.documents.size();
      search_.documents_of(hashes_[i], found_.documents);
      WHORL_RETURN_IF_ERROR(leave_out_removed(before));
      if (found_.documents.size() == before) continue;
      found_.hashes.push_back({static_cast<std::uint32_t>(i), before, found_.documents.size()});
    }
    return {};
  }

  Result<void> leave_out_removed(std::size_t from) {
    auto& documents = found_.documents;
    if (documents.size() > from && documents.back() >= index_.facts().next) {
      return fail(ErrorCode::corrupt, "a posting names an unknown document");
    }
    if (index_.removed() == 0) return {};
    const auto begin = documents.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = std::remove_if(begin, documents.end(), [&](std::uint32_t document) {
      return index_.is_removed(document);
    });
    documents.erase(end, documents.end());
    return {};
  }

  const Index& index_;
  std::span<const std::uint64_t> hashes_;
  BucketSearch search_;
  Matches found_;
};

}  // namespace

// Moves to after the zero that begins a high part, or past the end.
void RunSearch::skip_to(std::uint64_t high) {
  while (zeros_ < high && !highs_.overrun()) {
    const std::uint64_t zeros = ~highs_.peek(kChunk) & kAll;
    const auto here = static_cast<std::uint64_t>(std::popcount(zeros));
    if (zeros_ + here < high) {
      highs_.skip(kChunk);
      zeros_ += here;
    } else {
      highs_.skip(place_of(zeros, high - zeros_) + 1);
      zeros_ = high;
    }
  }
  zeros_ = high;
}

RunSearch::Range RunSearch::postings_of(std::uint64_t high) {
  if (is_read_ && high == zeros_) return last_;
  skip_to(high);
  is_read_ = true;
  last_ = {};
  if (highs_.overrun()) return last_;
  const std::uint64_t first = highs_.at() - run_.highs - zeros_;
  unsigned ones = kChunk;
  while (ones == kChunk) {
    ones = static_cast<unsigned>(std::countr_one(highs_.peek(kChunk)));
    highs_.skip(ones);
  }
  const std::uint64_t end = highs_.at() - run_.highs - zeros_;
  last_ = {std::min(first, run_.count), std::min(end, run_.count)};
  return last_;
}

std::uint64_t RunSearch::low(std::uint64_t posting) const {
  return BitReader(run_.bytes, run_.lows + posting * run_.low_bits).take_wide(run_.low_bits);
}

bool RunSearch::take(std::uint64_t offset, std::vector<std::uint32_t>& out) {
  const auto [first, end] = postings_of(offset >> run_.low_bits);
  const std::uint64_t wanted = offset & ((std::uint64_t{1} << run_.low_bits) - 1);
  const auto [from, to] = std::ranges::equal_range(std::views::iota(first, end), wanted, {},
                                                   [&](std::uint64_t i) { return low(i); });
  const auto count = static_cast<std::size_t>(to - from);
  if (count == 0) return true;
  BitReader documents(run_.bytes, run_.documents + *from * run_.document_bits);
  return append_each_once(documents, run_.document_bits, count, out);
}

Result<void> BucketSearch::open(std::string_view runs, std::uint32_t bucket) {
  first_ = layout_.first_of(bucket);
  runs_.clear();
  while (!runs.empty()) {
    WHORL_ASSIGN_OR_RETURN(const RunParts run, take_run(runs, layout_));
    runs_.emplace_back(run);
  }
  return {};
}

void BucketSearch::documents_of(std::uint64_t hash, std::vector<std::uint32_t>& out) {
  const std::size_t before = out.size();
  bool ascend = runs_.size() <= 1;
  for (RunSearch& run : runs_) ascend &= run.take(hash - first_, out);
  if (ascend) return;
  const std::ranges::subrange found(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
  std::ranges::sort(found);
  out.erase(std::ranges::unique(found).begin(), out.end());
}

Result<Matches> look_up(const Index& index, std::span<const std::uint64_t> hashes) {
  return Lookup(index, hashes).run();
}

}  // namespace whorl::internal::registry
