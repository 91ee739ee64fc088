#include "input/collection_record.h"

#include <array>

namespace whorl::internal::input {
namespace {

template <class Values>
std::string_view bytes_of(const Values& values) {
  return {reinterpret_cast<const char*>(values.data()),
          values.size() * sizeof(typename Values::value_type)};
}

}  // namespace

base::Hash128 hash_of(const CollectionRecord& record) {
  const std::array<double, 1> rank = {record.rank};
  const std::array<base::Hash128, 7> parts = {
      base::hash128(record.id),     base::hash128(record.url),
      base::hash128(record.date),   base::hash128(record.content_type),
      base::hash128(record.bytes),  base::hash128(bytes_of(record.features)),
      base::hash128(bytes_of(rank))};
  return base::hash128(bytes_of(parts));
}

base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record) {
  const std::array<base::Hash128, 2> parts = {before, record};
  return base::hash128(bytes_of(parts));
}

}  // namespace whorl::internal::input
