// Compares two files with each other and prints the passages that they share.
#include <cstdio>
#include <fstream>

#include "whorl/compare.h"

namespace {

// For a program that explains itself without arguments.
void write_two_files() {
  const char* shared =
      "int sum(int* v, int n) { int s = 0; for (int i = 0; i < n; ++i) s += v[i]; return s; }\n";
  std::ofstream("ann.c") << "/* the sum */\n" << shared;
  std::ofstream("bob.c") << "#include <stdio.h>\n"
                         << shared << "int main() { return puts(\"hello\"); }\n";
}

int print(const whorl::CompareReport& report) {
  for (const whorl::Pair& pair : report.pairs) {
    std::printf("%s and %s, passages shared: %zu\n", report.submissions[pair.a].name.c_str(),
                report.submissions[pair.b].name.c_str(), pair.passages.size());
    for (const whorl::Passage& passage : pair.passages) {
      std::printf("  line %u of one is line %u of the other: %u symbols\n", passage.a.first_line,
                  passage.b.first_line, passage.symbols);
    }
  }
  return 0;
}

}  // namespace

int main() {
  write_two_files();
  whorl::CompareOptions options;
  options.input.paths = {"ann.c", "bob.c"};
  whorl::NoProgress progress;
  const auto report = whorl::compare(options, progress);
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().message.c_str());
    return 1;
  }
  return print(*report);
}
