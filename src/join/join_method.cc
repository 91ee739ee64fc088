#include "join/join_method.h"

#include <charconv>
#include <optional>

namespace whorl::internal::join {
namespace {

constexpr std::uint32_t kMostHashes = 4096;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || value == 0 || value > kMostHashes) return std::nullopt;
  return value;
}

bool take_run(std::string_view value, JoinMethod& method) {
  const auto run = number(value);
  if (run) method.run = *run;
  return run.has_value();
}

bool take_bands(std::string_view value, JoinMethod& method) {
  const std::size_t x = value.find('x');
  if (x == std::string_view::npos) return false;
  const auto bands = number(value.substr(0, x));
  const auto rows = number(value.substr(x + 1));
  if (!bands || !rows || std::uint64_t{*bands} * *rows > kMostHashes) return false;
  method.bands = *bands;
  method.rows = *rows;
  return true;
}

}  // namespace

Result<JoinMethod> JoinMethod::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool plain = colon == std::string_view::npos;
  const std::string_view value = plain ? std::string_view() : text.substr(colon + 1);
  JoinMethod method;
  if (name == "exact" && plain) return method;
  method.kind = JoinKind::linked;
  if (name == "linked" && plain) return method;
  method.kind = JoinKind::classic;
  if (name == "classic" && plain) return method;
  method.kind = JoinKind::supershingle;
  if (name == "supershingle" && (plain || take_run(value, method))) return method;
  method.kind = JoinKind::bands;
  if (name == "bands" && (plain || take_bands(value, method))) return method;
  return fail(ErrorCode::invalid_argument,
              "'" + std::string(text) +
                  "' is no way to find pairs: exact, linked, classic, supershingle, "
                  "supershingle:6 or bands:14x8 (at most 4096 min-hashes)");
}

std::uint64_t common_by_default(const JoinMethod& method) {
  return method.kind == JoinKind::classic ? 1000 : 0;
}

}  // namespace whorl::internal::join
