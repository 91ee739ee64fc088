// Unpacks the data of a page.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace whorl::test {

inline std::string from_base64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(kAlphabet.find(c));
    count += 6;
    if (count >= 8) out += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return out;
}

inline std::string from_gzip(const std::string& packed) {
  std::string out;
  z_stream zlib{};
  inflateInit2(&zlib, 15 + 16);
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  zlib.avail_in = static_cast<uInt>(packed.size());
  char block[1 << 14];
  int state = Z_OK;
  while (state == Z_OK) {
    zlib.next_out = reinterpret_cast<Bytef*>(block);
    zlib.avail_out = sizeof block;
    state = inflate(&zlib, Z_NO_FLUSH);
    out.append(block, sizeof block - zlib.avail_out);
  }
  inflateEnd(&zlib);
  return state == Z_STREAM_END ? out : "broken";
}

// The contents of the element with this id; empty if there is none.
inline std::string unpacked(const std::string& page, const std::string& id) {
  const std::string begin = "<script type=\"text/plain\" id=\"" + id + "\">";
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  const std::string_view held(page.data() + from, page.find("</script>", from) - from);
  return from_gzip(from_base64(held));
}

}  // namespace whorl::test
