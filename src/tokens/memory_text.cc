#include "tokens/memory_text.h"

#include <string>

#include "base/try.h"

namespace whorl::internal::tokens {
namespace {

Result<void> check_symbols(std::size_t symbols) {
  if (symbols <= kMaxTextBytes) return {};
  return fail(ErrorCode::limit_exceeded, "the text has " + std::to_string(symbols) +
                                             " symbols, more than " +
                                             std::to_string(kMaxTextBytes) + ": split it");
}

}  // namespace

Result<void> check_text_size(std::string_view text) {
  if (text.size() <= kMaxTextBytes) return {};
  return fail(ErrorCode::limit_exceeded, "the text has " + std::to_string(text.size()) +
                                             " bytes; a text may have up to " +
                                             std::to_string(kMaxTextBytes) + ": split it");
}

Result<SymbolSpan> MemoryText::symbols(const FrontEnd& row, std::string_view argument,
                                       std::string_view text, const base::Cancellation* watch) {
  WHORL_RETURN_IF_ERROR(check_text_size(text));
  viewable_.text.assign(text);
  const SymbolSpan found = symbols_of(row, viewable_, argument, memory_, watch);
  if (watch != nullptr && !watch->goes_on()) return base::stopped();
  WHORL_RETURN_IF_ERROR(check_symbols(std::visit([](auto s) { return s.size(); }, found)));
  return found;
}

Result<Canon> MemoryText::canonicalize(const FrontEnd& row, std::string_view argument,
                                       std::string_view text) {
  WHORL_RETURN_IF_ERROR(check_text_size(text));
  input::Viewable viewable;
  viewable.text.assign(text);
  Canon canon = row.canonicalize(viewable, argument);
  WHORL_RETURN_IF_ERROR(check_symbols(canon.size()));
  return canon;
}

}  // namespace whorl::internal::tokens
