#include "fingerprints/chunks/chunks.h"

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "base/try.h"
#include "fingerprints/chunks/chunk_table.h"
#include "fingerprints/chunks/culling.h"
#include "fingerprints/chunks/rows.h"

namespace whorl::internal::chunks {
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
    return refuse("there is no kind of chunks '" + recipe.chunk.name + "'; known are " +
                  names_of(chunkings()));
  }
  if (recipe.k != 0) return refuse("a recipe with chunks has no k");
  WHORL_RETURN_IF_ERROR(row->check(recipe.front_end, recipe.argument));
  WHORL_RETURN_IF_ERROR(check_arguments(recipe.chunk, row->parameters));
  if (find_culling(recipe.selector.name) == nullptr) {
    return refuse("there is no culling '" + recipe.selector.name + "'; known are " +
                  names_of(cullings()));
  }
  if (recipe.selector.args.empty()) return {};
  return refuse("culling '" + recipe.selector.name + "' takes no argument");
}

ChunkSet chunks_of(const tokens::Canon& canon, std::string_view text, const Recipe& recipe,
                   const TokenHash& hash) {
  const TokenSpan tokens(std::get<tokens::Tokens>(canon.symbols));
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

}  // namespace whorl::internal::chunks

namespace whorl::internal::chunks::rows {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool ends_sentence(char c) { return c == '.' || c == '!' || c == '?'; }

// True if a sentence ends in the text between two words: at a mark before white space (closing
// brackets and quotation marks may come between), or at a blank line.
bool holds_an_end(std::string_view gap) {
  bool mark = false;
  int line_ends = 0;
  for (const char c : gap) {
    if (ends_sentence(c)) {
      mark = true;
    } else if (is_space(c)) {
      line_ends += c == '\n';
      if (mark || line_ends == 2) return true;
    } else {
      mark = mark && (c == ')' || c == ']' || c == '"' || c == '\'');
      line_ends = 0;
    }
  }
  return false;
}

}  // namespace

Result<void> check_tokens(std::string_view front_end, std::string_view argument) {
  const bool words = front_end == "words" || (front_end == "html" && argument.starts_with("words"));
  if (words || front_end == "code") return {};
  return fail(ErrorCode::invalid_argument,
              "tokenizer '" + std::string(front_end) +
                  "' has no tokens that could end a chunk; breakpoint takes words, words:se, "
                  "html:words, html:words:se or code:LANGUAGE");
}

void split_at_breakpoints(const TokenText& text, Arguments args, const TokenHash& hash,
                          std::vector<TokenRange>& out) {
  constexpr std::size_t kBlock = 4096;  // hashes that stay in the cache
  const std::uint64_t c = args[0];
  const std::size_t n = text.tokens.size();
  std::array<std::uint64_t, kBlock> hashes;
  std::uint32_t first = 0;
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t count = std::min(kBlock, n - begin);
    hash.hash_each(text.tokens.subspan(begin, count), std::span(hashes).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (hashes[i] % c != 0) continue;
      const auto last = static_cast<std::uint32_t>(begin + i + 1);
      out.push_back({first, last});
      first = last;
    }
  }
  if (first < n) out.push_back({first, static_cast<std::uint32_t>(n)});
}

Result<void> check_words(std::string_view front_end, std::string_view) {
  if (front_end == "words") return {};
  return fail(ErrorCode::invalid_argument,
              "tokenizer '" + std::string(front_end) +
                  "' has no sentences; sentence takes words or words:se");
}

void split_into_sentences(const TokenText& text, Arguments, const TokenHash&,
                          std::vector<TokenRange>& out) {
  const auto n = static_cast<std::uint32_t>(text.tokens.size());
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    const std::uint64_t end = text.origin.bytes(i, i + 1).end;
    const std::uint64_t next = text.origin.bytes(i + 1, i + 2).begin;
    if (next <= end || !holds_an_end(text.text.substr(end, next - end))) continue;
    out.push_back({first, i + 1});
    first = i + 1;
  }
  if (first < n) out.push_back({first, n});
}

}  // namespace whorl::internal::chunks::rows
