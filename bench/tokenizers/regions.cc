// bench_regions: what a tokenizer says of every byte of files, for bench/tokenizers.py.
//
// Reads lines "LANGUAGE<tab>PATH". Writes for each file its size as a decimal line and one byte for
// each byte of it: `c` code, `s` string or character, `#` comment or what is outside of the
// program, a blank for a blank. The first byte of each token is in upper case.
//
// bench_regions PROGRAM: reads lines "LANGUAGE<tab>PATH" of files whose lines are put before the
// program of their language. PROGRAM is a folder of LANGUAGE.src. Writes for each file and each of
// its lines the share of the program's tokens that stay, from its end.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "../../tests/tokens/line_before.h"
#include "tokens/code/blanks.h"
#include "tokens/code/lexer.h"

namespace {

using namespace whorl::internal::tokens::code;

using Symbols = std::vector<std::uint32_t>;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

char region_of(TokenClass kind) {
  return kind == TokenClass::string || kind == TokenClass::character ? 's' : 'c';
}

// Comments are the bytes outside of all tokens. A backslash that joins two lines counts as a blank.
void mark_joined_lines(std::string_view text, std::string& regions) {
  for (std::size_t p = 0; p + 1 < text.size(); ++p) {
    const std::size_t end = text[p + 1] == '\r' ? p + 2 : p + 1;
    const bool joins = text[p] == '\\' && end < text.size() && ends_line(text, end);
    if (joins && regions[p] == '#') regions[p] = ' ';
  }
}

void mark_blanks(std::string_view text, std::string& regions) {
  for (std::size_t p = 0; p < text.size(); ++p) {
    const std::size_t wide = is_ascii_blank(text[p]) ? 1 : wide_blank(text, p);
    std::fill_n(regions.begin() + static_cast<std::ptrdiff_t>(p), wide, ' ');
  }
}

std::string regions_of(const Language& language, std::string_view text) {
  std::string regions(text.size(), '#');
  Scanner scanner(compiled(language), text);
  for (Token token; scanner.next(token);) {
    const char region = region_of(token.kind);
    std::fill(regions.begin() + token.begin, regions.begin() + token.end, region);
    regions[token.begin] = static_cast<char>(region - 'a' + 'A');
  }
  mark_blanks(text, regions);
  mark_joined_lines(text, regions);
  return regions;
}

void write_regions(const Language& language, const std::string& path) {
  const std::string regions = regions_of(language, bytes_of(path));
  std::cout << regions.size() << '\n' << regions;
}

Symbols symbols_of(const Language& language, std::string_view text) {
  Symbols all;
  lex(compiled(language), text, [&](const Token& token) { all.push_back(token.symbol); });
  return all;
}

double share_that_stays(const Symbols& alone, const Symbols& both) {
  const auto [a, b] = std::mismatch(alone.rbegin(), alone.rend(), both.rbegin(), both.rend());
  return static_cast<double>(a - alone.rbegin()) / static_cast<double>(alone.size());
}

void write_shares(const Language& language, const std::string& path, const std::string& programs) {
  const std::string program = bytes_of(programs + "/" + std::string(language.name) + ".src");
  const Symbols alone = symbols_of(language, program);
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    const Symbols both = symbols_of(language, with_line(program, line));
    std::printf("%.3f\n", share_that_stays(alone, both));
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t tab = line.find('\t');
    const Language* language = find_language(line.substr(0, tab));
    if (language == nullptr || tab == std::string::npos) {
      std::cerr << "bench_regions: no language in: " << line << '\n';
      return 2;
    }
    const std::string path = line.substr(tab + 1);
    if (argc > 1) {
      write_shares(*language, path, argv[1]);
    } else {
      write_regions(*language, path);
    }
  }
}
