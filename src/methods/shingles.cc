// Methods that keep hashes of k-grams: shingles, sketches, and Koala (Heintze 1996).

#include <algorithm>

#include "base/try.h"
#include "fingerprints/select/select.h"
#include "fingerprints/sketch/sketch.h"
#include "methods/rows.h"
#include "methods/symbols.h"

namespace whorl::internal::methods {
namespace {

HashSet rarest(const tokens::Canon& canon, const Settings& settings, std::uint64_t size) {
  return set_of(
      select::select(canon, recipe_of(settings, settings.args[0], {"rare", {size}})).hash);
}

using sketch::Sketch;

Result<Sketch> sketch_by(const Sampling& sampling, std::string_view text,
                         const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto set, shingles_of(text, settings, settings.args[0]));
  return sketch::Sampler(sampling).sketch(set);
}

Figures estimated(const Sampling& sampling, const Sketch& a, const Sketch& b) {
  return {.both = sketch::resemblance(sampling, a, b),
          .a_in_b = sketch::containment(sampling, a, b),
          .b_in_a = sketch::containment(sampling, b, a),
          .distance = {}};
}

constexpr Sampling kAll{SketchKind::all, 0};
constexpr Sampling kPowers{SketchKind::powers, 0};

Sampling smallest(std::uint64_t s) { return {SketchKind::smallest, s}; }
Sampling modulus(const Settings& settings) { return {SketchKind::modulus, settings.args[1]}; }

HashSet super_shingles_of(const Sketch& kept, std::uint64_t modulus, std::uint64_t run) {
  sketch::ShingleSet thinned;
  sketch::keep_multiples(kept.hashes, modulus, thinned);
  std::vector<std::uint64_t> keys;
  sketch::super_shingles(thinned, static_cast<std::uint32_t>(run), keys);
  return set_of(std::move(keys));
}

}  // namespace

Result<Sketch> AllShingles::keep(std::string_view text, const Settings& settings) {
  return sketch_by(kAll, text, settings);
}
Figures AllShingles::compare(const State& a, const State& b, const Settings&) {
  return estimated(kAll, a, b);
}

Result<Sketch> SmallestShingles::keep(std::string_view text, const Settings& settings) {
  return sketch_by(smallest(settings.args[1]), text, settings);
}
Figures SmallestShingles::compare(const State& a, const State& b, const Settings& settings) {
  return estimated(smallest(settings.args[1]), a, b);
}

Result<Sketch> ModShingles::keep(std::string_view text, const Settings& settings) {
  return sketch_by(modulus(settings), text, settings);
}
Figures ModShingles::compare(const State& a, const State& b, const Settings& settings) {
  return estimated(modulus(settings), a, b);
}

Result<Sketch> PowerShingles::keep(std::string_view text, const Settings& settings) {
  return sketch_by(kPowers, text, settings);
}
Figures PowerShingles::compare(const State& a, const State& b, const Settings&) {
  return estimated(kPowers, a, b);
}

Result<Sketch> SuperShingles::keep(std::string_view text, const Settings& settings) {
  return sketch_by(modulus(settings), text, settings);
}
Figures SuperShingles::compare(const State& a, const State& b, const Settings& settings) {
  const std::uint64_t coarser = std::max(a.modulus, b.modulus);
  const HashSet x = super_shingles_of(a, coarser, settings.args[2]);
  const HashSet y = super_shingles_of(b, coarser, settings.args[2]);
  const std::uint64_t both = shared_count(x, y);
  Figures figures;
  figures.both = share(both, x.size() + y.size() - both);
  return figures;
}

Result<Sketch> SmallestWinnowed::keep(std::string_view text, const Settings& settings) {
  const auto& args = settings.args;
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  auto selected = select::select(canon, recipe_of(settings, args[0], {"winnow", {args[1]}}));
  return sketch::Sampler(smallest(args[2])).sketch(set_of(std::move(selected.hash)));
}
Figures SmallestWinnowed::compare(const State& a, const State& b, const Settings& settings) {
  return estimated(smallest(settings.args[2]), a, b);
}

Result<Koala::State> Koala::keep(std::string_view text, const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  return State{rarest(canon, settings, settings.args[1]),
               rarest(canon, settings, settings.args[2])};
}

Figures Koala::compare(const State& a, const State& b, const Settings&) {
  Figures figures;
  figures.a_in_b = share(shared_count(a.stored, b.searched), a.stored.size());
  figures.b_in_a = share(shared_count(b.stored, a.searched), b.stored.size());
  return figures;
}

Result<void> check_koala(const Settings& settings) {
  if (settings.args[1] <= settings.args[2]) return {};
  return fail(ErrorCode::invalid_argument,
              "stored is " + std::to_string(settings.args[1]) +
                  "; it must not exceed searched, so that a document finds itself");
}

}  // namespace whorl::internal::methods
