#include "base/try.h"
#include "measuring/rows.h"
#include "measuring/symbols.h"
#include "select/select.h"

namespace whorl::internal::measuring {
namespace {

HashSet rarest(const canon::Canon& canon, const Settings& settings, std::uint64_t size) {
  return set_of(
      select::select(canon, recipe_of(settings, settings.args[0], {"rare", {size}})).hash);
}

}  // namespace

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
                  "; it must not be above searched, so that a document finds itself");
}

}  // namespace whorl::internal::measuring
