#include "feature/chunks.h"

#include <string>
#include <variant>
#include <vector>

#include "base/try.h"
#include "feature/chunk_table.h"
#include "feature/culling.h"

namespace whorl::internal::feature {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

template <class Rows>
std::string names_of(const Rows& rows) {
  std::string list;
  for (const auto& row : rows) list += (list.empty() ? "" : ", ") + std::string(row.name);
  return list;
}

Result<void> check_arguments(const ChunkSpec& spec, std::span<const Parameter> parameters) {
  if (spec.args.size() != parameters.size()) {
    return refuse("chunks '" + spec.name + "' have " + std::to_string(spec.args.size()) +
                  " arguments; they take " + std::to_string(parameters.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (spec.args[i] >= 1 && spec.args[i] <= parameters[i].max) continue;
    return refuse(std::string(parameters[i].name) + " is " + std::to_string(spec.args[i]) +
                  "; it must be a whole number from 1 to " + std::to_string(parameters[i].max));
  }
  return {};
}

}  // namespace

Result<void> check_chunks(const Recipe& recipe) {
  const Chunking* row = find_chunking(recipe.chunk.name);
  if (row == nullptr) {
    return refuse("no chunks are called '" + recipe.chunk.name + "'; there are " +
                  names_of(chunkings()));
  }
  if (recipe.k != 0) return refuse("a recipe of chunks has no k");
  WHORL_RETURN_IF_ERROR(row->check(recipe.front_end, recipe.argument));
  WHORL_RETURN_IF_ERROR(check_arguments(recipe.chunk, row->parameters));
  if (find_culling(recipe.selector.name) == nullptr) {
    return refuse("no culling is called '" + recipe.selector.name + "'; there are " +
                  names_of(cullings()));
  }
  if (recipe.selector.args.empty()) return {};
  return refuse("culling '" + recipe.selector.name + "' takes no argument");
}

ChunkSet chunks_of(const canon::Canon& canon, std::string_view text, const Recipe& recipe,
                   const TokenHash& hash) {
  const TokenSpan tokens(std::get<canon::Tokens>(canon.symbols));
  const TokenText source{tokens, canon.origin, text, recipe.argument};
  std::vector<TokenRange> ranges;
  find_chunking(recipe.chunk.name)->split(source, recipe.chunk.args, hash, ranges);
  std::vector<Chunk> all;
  all.reserve(ranges.size());
  for (const auto [first, last] : ranges) {
    all.push_back({hash.digest(tokens.subspan(first, last - first)), first, last - first,
                   canon.origin.bytes(first, last)});
  }
  ChunkSet out;
  out.symbols = tokens.size();
  out.digest_bits = recipe.digest == Digest::md5 ? 40 : 64;
  out.before_culling = all.size();
  for (const std::uint32_t i : find_culling(recipe.selector.name)->kept(all)) {
    out.chunks.push_back(all[i]);
  }
  return out;
}

}  // namespace whorl::internal::feature
