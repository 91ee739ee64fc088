// Keys: the secret of a registry, and fingerprints that depend on it. These functions are in the
// component whorl::registry, which needs libsodium. The component whorl::whorl does not contain
// them.
//
// A seed is not a secret: each recipe contains it, and all seeds can be tried. A key has at least
// 128 bits. It belongs to the operator of the registry, not to the people who submit texts. No
// recipe and no backup contains the key, and no function here prints it. docs/methods.md, "Keys",
// lists what is derived from a key by HMAC-SHA-256 and SipHash-2-4.
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

// The subkeys of a key; the key itself is not stored. A Key can be moved but not copied. The
// destructor wipes its memory. After a move, the source can only be assigned to or destroyed.
class Key {
 public:
  struct Subkeys;  // only the library defines it

  explicit Key(std::unique_ptr<const Subkeys> subkeys);
  Key(Key&&) noexcept;
  Key& operator=(Key&&) noexcept;
  ~Key();

  // Returns the name of the key in recipes: 16 hexadecimal digits. They reveal nothing else about
  // the key.
  std::string id() const;
  // Returns the 32 hexadecimal digits by which a store recognizes a wrong key.
  std::string check_value() const;
  // Returns whether a store with this check value was made with this key. The time does not depend
  // on the values.
  bool matches(std::string_view check_value) const;

  const Subkeys& subkeys() const { return *subkeys_; }

 private:
  std::unique_ptr<const Subkeys> subkeys_;
};

// Returns the key in a file of 32 to 1,024 hexadecimal digits. A line end may follow them. Fails
// with io if the file cannot be read. Fails with invalid_argument if the file has other content,
// belongs to another user, or is readable by another user.
Result<Key> read_key(const std::string& path);

// Returns the key made from 16 to 512 bytes. The caller has to wipe `secret`.
Result<Key> make_key(std::span<const std::uint8_t> secret);

// Returns `recipe` with the id of `key`, so that stored fingerprints name their key. Fails if the
// recipe has a seed, MD5, or a selector that cannot be used with a key; the message lists the
// others.
Result<Recipe> keyed(Recipe recipe, const Key& key);

// Like the functions without a key, for a recipe returned by keyed(). Fails if the recipe names
// another key.
Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe, const Key& key);
Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe, const Key& key);

// Returns `count` of the fingerprints in `search`, or all if there are fewer, in the order of their
// positions. `key` and `number` decide which fingerprints are returned. Another `number` returns
// other fingerprints. A search for the same text still looks up the same fingerprints. A registry
// stores such a sample of a document for the scheme `rare` (Heintze 1996). O(n log n).
Fingerprints draw(const Fingerprints& search, std::size_t count, const Key& key,
                  std::uint64_t number);

}  // namespace whorl
