#include "lab/made_collection.h"

#include <array>

namespace whorl::internal::lab {
namespace {

constexpr std::uint64_t kBlock = 100;  // pages
constexpr std::size_t kWords = 1u << 16;
constexpr std::size_t kLeastWords = 400, kSpreadWords = 800;
constexpr std::uint64_t kRevised = 128;  // one word of so many is another one in a revision

// Of each page of a hundred: the group that it is in, and whether it is the same as the others
// there.
struct Place {
  std::uint64_t group;
  bool revised;
};

// Pages that are alone are groups of one.
constexpr std::array<Place, kBlock> places() {
  std::array<Place, kBlock> out{};
  std::uint64_t group = 0, at = 0;
  for (; at < 59; ++at) out[at] = {group++, false};
  for (const std::uint64_t size : {3, 3, 3, 3, 2, 2, 2}) {
    for (std::uint64_t i = 0; i < size; ++i) out[at++] = {group, false};
    ++group;
  }
  for (const std::uint64_t size : {5, 5, 5, 4, 4}) {
    for (std::uint64_t i = 0; i < size; ++i) out[at++] = {group, i > 0};
    ++group;
  }
  return out;
}
constexpr std::array<Place, kBlock> kPlaces = places();

// splitmix64
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

 private:
  std::uint64_t state_;
};

std::string made_word(std::uint64_t number) {
  Random random(number);
  std::string out;
  for (std::uint64_t bits = random(), length = 3 + bits % 6; out.size() < length; bits /= 26) {
    out += static_cast<char>('a' + bits % 26);
  }
  return out;
}

// Low numbers are common, as words are: each doubling of the number is as likely.
std::size_t drawn_word(std::uint64_t bits) { return (bits & (kWords - 1)) >> ((bits >> 16) % 12); }

}  // namespace

MadeCollection::MadeCollection(std::uint64_t pages, std::uint64_t seed)
    : pages_(pages), blocks_((pages + kBlock - 1) / kBlock), seed_(seed) {
  for (std::size_t i = 0; i < kWords; ++i) words_.push_back(made_word(i));
}

// The pages of a group stand far from each other: page n is in block n mod blocks.
std::string MadeCollection::text(std::uint64_t number) const {
  const std::uint64_t block = number % blocks_;
  const Place place = kPlaces[number / blocks_];
  Random base(Random(seed_)() ^ Random(block * kBlock + place.group)());
  Random revision(base() ^ number);
  const std::size_t count = kLeastWords + base() % kSpreadWords;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = base();
    if (place.revised && revision() % kRevised == 0) bits = revision();
    out += words_[drawn_word(bits)];
    out += i % 12 == 11 ? '\n' : ' ';
  }
  return out;
}

Result<bool> MadeCollection::next(Record& record) {
  if (next_ == pages_) return false;
  record.url = "http://host" + std::to_string(next_ % 1000) + ".example/pages/" +
               std::to_string(next_) + ".html";
  record.id = record.url;
  record.text = text(next_++);
  return true;
}

Result<void> MadeCollection::rewind() {
  next_ = 0;
  return {};
}

}  // namespace whorl::internal::lab
