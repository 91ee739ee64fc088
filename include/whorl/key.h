// Key: the secret of a registry, and fingerprints that need it. These functions
// are in the component whorl::registry, which needs libsodium; whorl::whorl does not have them.
//
// A seed only makes a difference: whoever knows the recipe knows it, and could try all. A key is
// 128 bits or more. It belongs to whoever runs the registry, never to those who submit texts; it is
// in no recipe and no backup, and nothing here prints it. What follows from it by HMAC-SHA-256 and
// SipHash-2-4 is in docs/methods.md, "Keys".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "whorl/chunks.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl {

// What follows from a key; the key itself is forgotten. Moved, never copied; its memory is wiped
// when it ends. A Key that was moved from may only be assigned to or destroyed.
class Key {
 public:
  struct Subkeys;  // defined by the library alone

  explicit Key(std::unique_ptr<const Subkeys> subkeys);
  Key(Key&&) noexcept;
  Key& operator=(Key&&) noexcept;
  ~Key();

  // What a recipe calls the key: 16 hexadecimal digits, which say nothing else of it.
  std::string id() const;
  // What a store keeps to recognise a wrong key: 32 hexadecimal digits.
  std::string check_value() const;
  // Whether a store with this check value was made with this key. Takes the same time for any.
  bool matches(std::string_view check_value) const;

  const Subkeys& subkeys() const { return *subkeys_; }

 private:
  std::unique_ptr<const Subkeys> subkeys_;
};

// The key in a file of 32 to 1,024 hexadecimal digits, with a line end or without.
// Errors: io when the file cannot be read; invalid_argument when another user than the one who runs
// this owns it or may read it, or it contains something else.
Result<Key> read_key(const std::string& path);

// The key made from 16 to 512 bytes. Wiping `secret` is left to the caller.
Result<Key> make_key(std::span<const std::uint8_t> secret);

// `recipe` under `key`: what is stored names its key. Error where the recipe cannot be keyed: it
// has a seed or MD5, or a selector that needs the fast order key.
Result<Recipe> keyed(Recipe recipe, const Key& key);

// As the functions without a key, by a recipe of keyed(). Error where its key is another.
Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe, const Key& key);
Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe, const Key& key);

// `count` of the fingerprints that a search has, sampled by the key and the number of the sample,
// in the order of their positions: what a registry stores of a document by `rare` (Heintze 1996).
// All where there are fewer. Another number draws others; searches stay as they are. O(n log n).
Fingerprints draw(const Fingerprints& search, std::size_t count, const Key& key,
                  std::uint64_t number);

}  // namespace whorl
