#include "check/hash_lists.h"

#include <algorithm>

#include "base/try.h"
#include "check/words.h"

namespace whorl::internal::check {
namespace {

constexpr std::uint64_t kHashWindow = 1 << 17;  // hashes

// Calls visit(hashes) for a list, part by part.
template <class Visit>
Result<void> for_each_part(const store::HashListReader& lists, const HashList& list,
                           std::vector<std::uint64_t>& hashes, Visit visit) {
  for (std::uint64_t at = 0; at < list.count; at += hashes.size()) {
    const std::uint64_t count = std::min(kHashWindow, list.count - at);
    WHORL_RETURN_IF_ERROR(lists.read(list.offset + at, count, hashes));
    WHORL_RETURN_IF_ERROR(visit(hashes));
  }
  return {};
}

}  // namespace

// A hash that is damaged in one bit changes the sum in half of its bits.
void HashSum::add(std::uint64_t hash) {
  hash = (hash ^ hash >> 32) * 0x9e37'79b9'7f4a'7c15;
  sum += (hash ^ hash >> 29) * 0xbf58'476d'1ce4'e5b9;
  ++count;
}

Result<HashLists> HashLists::open(const store::StoreFiles& files, const char* name) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(name));
  const std::uint64_t bytes = file->size();
  if (bytes % sizeof(std::uint64_t) != 0) return wrong("it ends within a hash");
  return HashLists(store::HashListReader(std::move(file)), bytes / sizeof(std::uint64_t));
}

Result<void> HashLists::check(const HashList& list) {
  if (list.modulus == 0) return wrong("a list of hashes is of modulus 0");
  std::uint64_t last = 0;
  bool any = false;
  return for_each_part(lists_, list, hashes_, [&](const auto& hashes) -> Result<void> {
    for (const std::uint64_t hash : hashes) {
      if (hash % list.modulus != 0) return wrong("a hash is none that its list would keep");
      if (any && hash <= last) return wrong("the hashes of a list do not ascend");
      last = hash;
      any = true;
    }
    return {};
  });
}

Result<HashSum> HashLists::sum(const HashList& list) {
  HashSum sum;
  WHORL_RETURN_IF_ERROR(
      for_each_part(lists_, list, hashes_, [&](const auto& hashes) -> Result<void> {
        for (const std::uint64_t hash : hashes) sum.add(hash);
        return {};
      }));
  return sum;
}

Result<std::vector<HashSum>> sums_of_postings(const store::ShingleIndex& index, DocRange docs,
                                              const Progress& progress) {
  std::vector<HashSum> sums(docs.end - docs.begin);
  std::vector<store::Posting> postings;
  store::Posting last{};
  for (std::size_t block = 0; block < index.blocks(); ++block) {
    WHORL_RETURN_IF_ERROR(go_on(progress));
    WHORL_RETURN_IF_ERROR(index.read_block(block, postings));
    if (block > 0 && postings.front() <= last) return wrong("its blocks are out of order");
    last = postings.back();
    for (const store::Posting& posting : postings) {
      if (posting.doc < docs.begin || posting.doc >= docs.end) {
        return wrong("a posting is of none of its documents");
      }
      sums[posting.doc - docs.begin].add(posting.shingle);
    }
  }
  return sums;
}

}  // namespace whorl::internal::check
