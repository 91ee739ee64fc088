// MOSS's submission protocol (Schleimer 2003 describes the service): lines of text, and files of a
// told size in between. A client sends
//
//   moss ID · directory 0|1 · X 0|1 · maxmatches N · show N · language L
//   file ID LANGUAGE SIZE NAME, followed by SIZE bytes, for each file; ID 0 is base code
//   query 0 COMMENT · end
//
// and reads an answer after `language` ("yes" or "no") and after `query` (the report's address).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::serve {

enum class MossVerb {
  moss,
  directory,
  experimental,
  max_matches,
  show,
  language,
  file,
  query,
  end
};

struct MossLine {
  MossVerb verb = MossVerb::end;
  std::uint64_t number = 0;  // of all that have one; of `file`: 0 for base code
  std::uint64_t size = 0;    // of `file`, in bytes
  std::string text = {};     // the user's ID, the language, the file's name
};

inline constexpr std::size_t kMostMossLine = 4096;  // bytes

// Without its end. Fails with invalid_argument where it is none of the above.
Result<MossLine> parse_moss_line(std::string_view line);

// A name as it stands in an archive: relative, without "." and "..". Where folders are submissions
// it has one folder, whose name tells all of them.
std::string moss_name(std::string_view name, bool folders_are_submissions);

// What --language takes for a language of MOSS; empty: none that is known.
std::string moss_language(std::string_view name);

}  // namespace whorl::serve
