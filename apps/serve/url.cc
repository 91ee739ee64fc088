#include "serve/url.h"

#include <sodium.h>
#include <charconv>

namespace whorl::serve {
namespace {

std::optional<char> hexadecimal(std::string_view two) {
  unsigned char byte = 0;
  const char* const end = two.data() + two.size();
  const auto [rest, error] = std::from_chars(two.data(), end, byte, 16);
  if (two.size() != 2 || error != std::errc{} || rest != end) return std::nullopt;
  return static_cast<char>(byte);
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      const auto byte = hexadecimal(text.substr(i + 1, 2));
      if (!byte || *byte == '\0') return std::nullopt;
      out += *byte;
      i += 2;
    } else {
      out += text[i] == '+' && plus_is_blank ? ' ' : text[i];
    }
  }
  return out;
}

// Takes the part before the separator; `rest` keeps the part after it.
std::string_view take(std::string_view& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view piece = rest.substr(0, at);
  rest.remove_prefix(at == rest.npos ? rest.size() : at + 1);
  return piece;
}

bool add_path(Target& target, std::string_view path) {
  while (!path.empty()) {
    auto segment = decoded(take(path, '/'), false);
    if (!segment || *segment == "." || *segment == "..") return false;
    target.path.push_back(*std::move(segment));
  }
  return true;
}

bool add_query(Target& target, std::string_view query) {
  while (!query.empty()) {
    std::string_view value = take(query, '&');
    auto name = decoded(take(value, '='), true);
    auto text = decoded(value, true);
    if (!name || !text || !target.query.emplace(*std::move(name), *std::move(text)).second) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<std::uint32_t> number_in(const Request& request, const std::string& name,
                                std::uint32_t least, std::uint32_t most, std::uint32_t fallback) {
  if (!request.query.contains(name)) return fallback;
  const std::string& text = request.asked(name);
  std::uint32_t value = 0;
  if (parse_number(text, value) && value >= least && value <= most) return value;
  return fail(ErrorCode::invalid_argument, "'" + name + "' is a whole number from " +
                                               std::to_string(least) + " to " +
                                               std::to_string(most));
}

Result<double> share_in(const Request& request, const std::string& name, double fallback) {
  if (!request.query.contains(name)) return fallback;
  const std::string& text = request.asked(name);
  double value = 0;
  if (parse_number(text, value) && value >= 0 && value <= 1) return value;
  return fail(ErrorCode::invalid_argument, "'" + name + "' is a share from 0 to 1");
}

std::optional<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/') || text.find('\0') != text.npos) return std::nullopt;
  text = text.substr(1, text.find('#') - 1);
  const std::string_view path = take(text, '?');
  Target target;
  if (!add_path(target, path) || !add_query(target, text)) return std::nullopt;
  return target;
}

std::string spell(std::string_view bytes) {
  std::string out(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                  '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  out.pop_back();  // the terminating NUL
  return out;
}

std::optional<std::string> unspell(std::string_view text) {
  std::string out(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(out.data()), out.size(), text.data(),
                        text.size(), nullptr, &size, nullptr,
                        sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0) {
    return std::nullopt;
  }
  out.resize(size);
  return out;
}

}  // namespace whorl::serve
