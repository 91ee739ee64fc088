// Counts bytes that no text has, which distinguish a binary file from a text.
#pragma once

#include <cstddef>
#include <span>

namespace whorl::internal::kernels {

struct ControlCount {
  std::size_t nuls = 0;
  std::size_t controls = 0;  // NULs included
  bool ascii = true;         // no byte over 0x7F

  void operator+=(const ControlCount& other) {
    nuls += other.nuls;
    controls += other.controls;
    ascii = ascii && other.ascii;
  }
  friend bool operator==(const ControlCount&, const ControlCount&) = default;
};

// Counts control characters except tab, line ends, form feed, backspace (old man pages) and escape
// (ISO-2022 charsets, terminal colours). O(n).
ControlCount count_controls(std::span<const char> bytes);

// The same without a vector unit: the plain twin.
ControlCount count_controls_plain(std::span<const char> bytes);

}  // namespace whorl::internal::kernels
