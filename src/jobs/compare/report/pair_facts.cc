#include "jobs/compare/report/pair_facts.h"

#include <algorithm>

#include "jobs/compare/report/report_json.h"

namespace whorl::internal::compare::report {

std::string_view identity_of(const Pair& pair) {
  if (!pair.identical) return "no";
  return pair.identical_names ? "yes" : "but for names";
}

Notes::Notes(const CompareReport& report) : report_(report) {
  for (const ReviewNote& note : report.review) {
    notes_[std::minmax<std::string_view>(note.a, note.b)] = &note;
  }
}

const ReviewNote* Notes::find(const Pair& pair) const {
  const auto note = notes_.find(std::minmax<std::string_view>(report_.submissions[pair.a].name,
                                                              report_.submissions[pair.b].name));
  return note == notes_.end() ? nullptr : note->second;
}

std::string_view Notes::verdict(const Pair& pair) const {
  const ReviewNote* const note = find(pair);
  return note == nullptr ? std::string_view() : name_of(note->verdict);
}

std::string_view Notes::words(const Pair& pair) const {
  const ReviewNote* const note = find(pair);
  return note == nullptr ? std::string_view() : note->note;
}

}  // namespace whorl::internal::compare::report
