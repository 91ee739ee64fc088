// Fingerprints under a key.
#pragma once

#include "jobs/registry/keyed/subkeys.h"
#include "tokens/canon.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::registry::keyed {

// Fails if the selector of `recipe`, which check_recipe() accepted, cannot choose by a key.
Result<void> check_selector(const Recipe& recipe);

// The fingerprints of normalized text by a recipe of k-grams that check_selector() accepted. They
// are chosen by the SipHash of every k-gram with the subkey of the order, of which 64 bits are
// compared. Their values use the subkey of fingerprints. O(n k).
Fingerprints fingerprints_of(const tokens::SymbolSpan& symbols, const Recipe& recipe,
                             const Subkeys& subkeys);

}  // namespace whorl::internal::registry::keyed
