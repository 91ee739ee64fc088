#include "cluster/shingles.h"

#include <algorithm>

#include "kernels/kgram_hash.h"
#include "read/input.h"
#include "read/source.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::clustering {
namespace {

Hash128 hash128(const void* data, std::size_t size) {
  const XXH128_hash_t hash = XXH3_128bits(data, size);
  return {hash.high64, hash.low64};
}

Hash128 hash_symbols(const Symbols& symbols) {
  return std::visit(
      [](const auto& list) { return hash128(list.data(), list.size() * sizeof(list.front())); },
      symbols);
}

bool is_page(std::string_view name) {
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  return ends(".html") || ends(".htm") || ends(".xhtml") || ends(".HTML") || ends(".HTM");
}

Result<std::string> load(const std::string& path) {
  auto input = open_file(path);
  if (!input) return tl::unexpected(input.error());
  const std::uint64_t limit = ReadLimits{}.file_bytes;
  std::string bytes;
  if (auto read = (*input)->read(bytes, limit + 1); !read) return tl::unexpected(read.error());
  if (bytes.size() > limit) return fail(ErrorCode::limit_exceeded, "is larger than 2 GiB");
  return bytes;
}

}  // namespace

Result<ShingleMaker> ShingleMaker::make(const std::string& front_end, std::uint32_t k) {
  ShingleMaker maker;
  maker.k_ = k;
  if (k == 0) return fail(ErrorCode::invalid_argument, "a shingle has at least one symbol");
  if (front_end.empty()) return maker;
  const std::string name = front_end.substr(0, front_end.find(':'));
  maker.argument_ = name.size() < front_end.size() ? front_end.substr(name.size() + 1) : "";
  maker.front_end_ = find_front_end(name);
  if (!maker.front_end_) {
    return fail(ErrorCode::invalid_argument,
                "'" + name + "' is no front end; `whorl methods` lists them");
  }
  if (auto good = maker.front_end_->check(maker.argument_); !good) {
    return tl::unexpected(good.error());
  }
  return maker;
}

Result<ShingleMaker::Shingled> ShingleMaker::operator()(CollectionRecord record) const {
  const bool page = record.shape == RecordShape::file && is_page(record.path);
  Viewable viewable;
  Shingled out;
  if (record.shape == RecordShape::file) {
    auto bytes = load(record.path);
    if (!bytes) return tl::unexpected(bytes.error());
    out.bytes = bytes->size();
    out.content = hash128(bytes->data(), bytes->size());
    auto viewed = view(Document{record.place, std::move(*bytes)}, out.note);
    if (!viewed) return tl::unexpected(viewed.error());
    viewable = std::move(*viewed);
  } else {
    out.bytes = record.bytes.size();
    out.content = hash128(record.bytes.data(), record.bytes.size());
    viewable.text = std::move(record.bytes);
  }
  const FrontEnd* front_end = front_end_ ? front_end_ : find_front_end(page ? "html" : "words");
  const std::string_view argument = front_end_ ? std::string_view(argument_) : page ? "words" : "";
  const Canon canon = front_end->canonicalize(viewable, argument);
  out.canonical = hash_symbols(canon.symbols);
  out.set = shingle_set(canon.symbols, k_);
  return out;
}

ShingleSet shingle_set(const Symbols& symbols, std::uint32_t k) {
  ShingleSet set;
  std::visit(
      [&](const auto& list) {
        if (list.size() < k) return;
        const std::span all(list);
        set.reserve(list.size() - k + 1);
        for (std::size_t i = 0; i + k <= all.size(); ++i) {
          set.push_back(kernels::fingerprint(all.subspan(i, k), 0));
        }
      },
      symbols);
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

}  // namespace whorl::clustering
