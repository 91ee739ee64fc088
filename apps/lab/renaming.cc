#include "lab/renaming.h"

#include <algorithm>
#include <map>

#include "base/sort_hashes.h"
#include "base/try.h"
#include "methods/symbols.h"
#include "tokens/symbol.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::lab {
namespace {

constexpr std::uint64_t kParameter = std::uint64_t{1} << 32;  // larger than every symbol

bool is_name(std::uint32_t token) {
  static const std::uint32_t kName = tokens::symbol_of("\x01identifier");
  return token == kName;
}

std::string_view spelling(std::string_view program, const tokens::Canon& canon, std::size_t token) {
  const auto range = canon.origin.bytes(token, token + 1);
  return program.substr(range.begin, range.end - range.begin);
}

}  // namespace

Result<NamedTokens> named_tokens(std::string_view program, const methods::Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, methods::canon_of(program, settings));
  NamedTokens out{std::get<tokens::Tokens>(canon.symbols), {}};
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    out.names.push_back(is_name(out.tokens[i]) ? tokens::symbol_of(spelling(program, canon, i)) | 1
                                               : 0);
  }
  return out;
}

std::vector<std::uint64_t> spelled(const NamedTokens& program, std::size_t first, std::size_t k,
                                   NameRule rule) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = first; i < first + k; ++i) {
    const std::uint32_t name = program.names[i];
    if (name == 0 || rule == NameRule::constant) {
      out.push_back(program.tokens[i]);
    } else if (rule == NameRule::kept) {
      out.push_back(kParameter + name);
    } else {
      std::size_t back = i;
      while (back > first && program.names[back - 1] != name) --back;
      out.push_back(kParameter + (back == first ? 0 : i - back + 1));
    }
  }
  return out;
}

std::vector<std::uint64_t> grams_of(const NamedTokens& program, std::size_t k, NameRule rule) {
  std::vector<std::uint64_t> out;
  for (std::size_t first = 0; first + k <= program.tokens.size(); ++first) {
    const auto gram = spelled(program, first, k, rule);
    out.push_back(XXH3_64bits(gram.data(), gram.size() * sizeof(gram[0])));
  }
  base::sort_distinct(out);
  return out;
}

Result<std::string> renamed(std::string_view program, const methods::Settings& settings,
                            Renaming renaming) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, methods::canon_of(program, settings));
  WHORL_ASSIGN_OR_RETURN(const auto named, named_tokens(program, settings));
  std::string out;
  std::size_t copied = 0;
  struct Name {
    std::size_t number;
    std::uint32_t seen;
  };
  std::map<std::uint32_t, Name> names;
  for (std::size_t i = 0; i < named.tokens.size(); ++i) {
    if (named.names[i] == 0) continue;
    const auto range = canon.origin.bytes(i, i + 1);
    Name& name = names.try_emplace(named.names[i], Name{names.size() + 1, 0}).first->second;
    const bool other = renaming == Renaming::in_turns && name.seen++ % 2 == 1;
    out += program.substr(copied, range.begin - copied);
    out += (other ? "other_" : "new_") + std::to_string(name.number);
    copied = range.end;
  }
  return out += program.substr(copied);
}

}  // namespace whorl::internal::lab
