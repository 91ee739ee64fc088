#include "documents.h"

#include <optional>
#include <string>

#include "blocks.h"
#include "whorl/shingle_order.h"

namespace whorl::python::phases {
namespace {

using Cell = std::optional<std::string>;

std::string bytes_of(const TextHash& hash) {
  std::string bytes;
  append_number(hash.high, bytes);
  append_number(hash.low, bytes);
  return bytes;
}

// The name of the group of equal documents: by sketch, else by normalized text, else by bytes.
// Documents with equal bytes have the same normalized text, and so the same sketch. Nothing: the
// document is a duplicate of no other.
Cell group_of(const TextDocument& document) {
  if (document.bytes == 0) return std::nullopt;
  if (!document.sketch.empty()) return "s" + bytes_of(document.sketch_hash);
  if (document.canonical != kHashOfNothing) return "t" + bytes_of(document.canonical);
  return "b" + bytes_of(document.content);
}

}  // namespace

Table table_of(const std::vector<TextDocument>& documents) {
  std::vector<std::optional<std::uint64_t>> bytes, modulus;
  std::vector<Cell> content, canonical, group, sketches;
  std::vector<bool> sampled;
  TextBuilder skipped;
  for (const TextDocument& document : documents) {
    const bool read = document.skipped.empty();
    read ? skipped.add_null() : skipped.add(document.skipped);
    const auto if_read = [&](auto value) { return read ? std::optional(value) : std::nullopt; };
    bytes.push_back(if_read(document.bytes));
    modulus.push_back(if_read(document.modulus));
    content.push_back(if_read(bytes_of(document.content)));
    canonical.push_back(if_read(bytes_of(document.canonical)));
    group.push_back(read ? group_of(document) : std::nullopt);
    sketches.push_back(
        if_read(sketch_block(document.modulus, document.shingles.size(), document.sketch)));
    sampled.push_back(read && document.content.low % whorl::phases::kSampledOneOf == 0);
  }
  return Table(structs({{"skipped", std::move(skipped).finish()},
                        {"bytes", numbers(bytes)},
                        {"content", binaries(content)},
                        {"canonical", binaries(canonical)},
                        {"group", binaries(group)},
                        {"modulus", numbers(modulus)},
                        {"sketch", binaries(sketches)},
                        {"sampled", booleans(sampled)}}));
}

Array shingles_of(const std::vector<TextDocument>& documents) {
  std::vector<Cell> blocks;
  for (const TextDocument& document : documents) {
    const std::uint64_t size = document.shingles.size();
    blocks.push_back(document.skipped.empty() ? Cell(sketch_block(1, size, document.shingles))
                                              : std::nullopt);
  }
  return Array(binaries(blocks));
}

}  // namespace whorl::python::phases
