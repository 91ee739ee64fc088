// The module _registry: registries of Python (whorl/registry.h). It is a module of its own because
// it needs RocksDB, which takes longer to load than all else.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../bindings.h"
#include "../call.h"
#include "../errors.h"
#include "../names.h"
#include "../option_values.h"
#include "../rows.h"
#include "../source.h"
#include "../table.h"
#include "../table_builder.h"
#include "whorl/registry.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

enum class Access { read, write };

// A registry, and whose turn it is: threads use a writer one after the other, a reader at once.
class SharedRegistry {
 public:
  SharedRegistry(Registry registry, Access access)
      : registry_(std::move(registry)), access_(access) {}

  // Returns work(registry), or fails with `cancelled` if the call is stopped while it waits. Never
  // called with the GIL: the thread that has its turn may need it.
  template <class T, class Work>
  Result<T> use(const Progress& progress, const Work& work) {
    std::unique_lock turn(turn_, std::defer_lock);
    while (access_ == Access::write && !turn.try_lock_for(std::chrono::milliseconds(20))) {
      if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped before its turn");
    }
    return work(registry_);
  }

 private:
  Registry registry_;
  Access access_;
  std::timed_mutex turn_;
};

// A registry that is open until close(), and for calls that run then until they end.
class OpenRegistry {
 public:
  OpenRegistry(Registry registry, Access access)
      : registry_(std::make_shared<SharedRegistry>(std::move(registry), access)) {}

  std::shared_ptr<SharedRegistry> get() const {
    if (!registry_) throw nb::value_error("the registry is closed; open it again");
    return registry_;
  }
  void close() { registry_.reset(); }

  // Returns work(registry, progress), which runs on a thread of its own.
  template <class T, class Work>
  T run(nb::object progress, const Work& work) const {
    const auto shared = get();
    return Call(std::move(progress)).run<T>([&](Progress& shown) {
      return shared->use<T>(shown, [&](Registry& registry) { return work(registry, shown); });
    });
  }

 private:
  std::shared_ptr<SharedRegistry> registry_;
};

template <Access access>
OpenRegistry opened(const nb::str& folder, const nb::str& key) {
  const auto open = access == Access::write ? Registry::write : Registry::read;
  return OpenRegistry(value_or_raise([&, name = name_of(folder), secret = name_of(key)] {
                        const nb::gil_scoped_release released;
                        return open(name, secret, {});
                      }()),
                      access);
}

void create(const nb::str& folder, const nb::str& scheme, const nb::str& recipe,
            const nb::str& key) {
  const CreateRegistryOptions options{.folder = name_of(folder),
                                      .scheme = name_of(scheme),
                                      .recipe = name_of(recipe),
                                      .key = name_of(key)};
  value_or_raise([&] {
    const nb::gil_scoped_release released;
    return create_registry(options);
  }());
}

DocumentCodes codes_of(const nb::dict& codes) {
  DocumentCodes made;
  set(codes, "owner", made.owner);
  set(codes, "group", made.group);
  set(codes, "name", made.name);
  set(codes, "date", made.date);
  set(codes, "url", made.url);
  set(codes, "contact", made.contact);
  return made;
}

nb::object add_paths(const OpenRegistry& registry, const nb::list& paths, const nb::dict& codes,
                     nb::object progress) {
  AddToRegistryOptions options;
  options.input.paths = names_of(paths);
  options.codes = codes_of(codes);
  return json_of(registry.run<AddedToRegistry>(
      std::move(progress),
      [&](Registry& open, Progress& shown) { return open.add(options, shown); }));
}

void count(const AddedToRegistry& batch, AddedToRegistry& all) {
  all.added += batch.added;
  all.replaced += batch.replaced;
  all.unchanged += batch.unchanged;
  all.too_short += batch.too_short;
  all.fingerprints += batch.fingerprints;
  all.skipped.insert(all.skipped.end(), batch.skipped.begin(), batch.skipped.end());
}

// Adds texts of a source a few at a time: those of one addition are on the disk together. Others
// may use the registry while the source is read, so a source may use it itself.
class Adder {
 public:
  Adder(std::shared_ptr<SharedRegistry> registry, DocumentCodes codes)
      : registry_(std::move(registry)), codes_(std::move(codes)) {}

  Result<AddedToRegistry> add_all(PythonSource& source, Progress& progress) {
    progress.phase("texts", 0);
    for (std::uint64_t row = 0;; ++row) {
      Record record;
      const Result<bool> more = source.next(record);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      take(row, std::move(record));
      if (bytes_ >= kBytesAtOnce || texts_.size() == kTextsAtOnce) {
        progress.advance(texts_.size());
        if (const auto done = flush(progress); !done) return tl::unexpected(done.error());
      }
      if (progress.cancelled()) {
        return fail(ErrorCode::cancelled, "stopped before all texts were added");
      }
    }
    if (const auto done = flush(progress); !done) return tl::unexpected(done.error());
    return std::move(all_);
  }

 private:
  static constexpr std::size_t kBytesAtOnce = 16 << 20;
  static constexpr std::size_t kTextsAtOnce = 1024;

  void take(std::uint64_t row, Record record) {
    std::string name = record.id.empty() ? "row " + std::to_string(row) : std::move(record.id);
    if (record.null) {
      all_.skipped.push_back(
          {.path = std::move(name), .reason = "is null: it has no text", .row = row});
      return;
    }
    bytes_ += record.text.size();
    DocumentCodes codes = codes_;
    codes.name = std::move(name);
    texts_.push_back({std::move(codes), std::move(record.text)});
  }

  Result<void> flush(const Progress& progress) {
    const auto done = registry_->use<AddedToRegistry>(
        progress, [&](Registry& registry) { return registry.add(texts_); });
    if (!done) return tl::unexpected(done.error());
    count(*done, all_);
    texts_.clear();
    bytes_ = 0;
    return {};
  }

  std::shared_ptr<SharedRegistry> registry_;
  DocumentCodes codes_;
  std::vector<RegistryText> texts_;
  std::size_t bytes_ = 0;
  AddedToRegistry all_;
};

nb::object add_texts(const OpenRegistry& registry, nb::object source, const std::string& text,
                     const std::optional<std::string>& id, const nb::dict& codes,
                     nb::object progress) {
  Call call(std::move(progress));
  PythonSource texts(nb::iter(source), {.text = text, .id = id}, "texts", call);
  Adder adder(registry.get(), codes_of(codes));
  return json_of(
      call.run<AddedToRegistry>([&](Progress& shown) { return adder.add_all(texts, shown); }));
}

RegistrySearchOptions search_options(const nb::dict& options) {
  RegistrySearchOptions made;
  set(options, "limit", made.limit);
  set(options, "exclude_owner", made.exclude_owner);
  set(options, "only_owner", made.only_owner);
  set(options, "since", made.since);
  set(options, "singles", made.singles);
  set(options, "containment", made.containment);
  return made;
}

// Adds the columns of the codes of a document, which codes(row) returns.
template <class Row, class Codes>
void add_codes(TableBuilder<Row>& table, const Codes& codes) {
  table.column("owner", [=](const Row& row) -> const auto& { return codes(row).owner; })
      .column("group", [=](const Row& row) -> const auto& { return codes(row).group; })
      .column("name", [=](const Row& row) -> const auto& { return codes(row).name; })
      .column("date", [=](const Row& row) -> const auto& { return codes(row).date; })
      .column("url", [=](const Row& row) -> const auto& { return codes(row).url; });
}

struct HitOfQuery {
  std::uint64_t query;  // row of the text
  const RegistryHit& hit;
};

TableBuilder<HitOfQuery> hit_table() {
  TableBuilder<HitOfQuery> table;
  table.column("query", &HitOfQuery::query);
  add_codes(table, [](const HitOfQuery& row) -> const auto& { return row.hit.document.codes; });
  table.column("shared", [](const HitOfQuery& row) { return row.hit.shared; })
      .column("contained", [](const HitOfQuery& row) { return row.hit.contained.value; })
      .column("contained_low", [](const HitOfQuery& row) { return row.hit.contained.low; })
      .column("contained_high", [](const HitOfQuery& row) { return row.hit.contained.high; })
      .column("contains", [](const HitOfQuery& row) { return row.hit.contains.value; })
      .column("symmetric", [](const HitOfQuery& row) { return row.hit.symmetric; })
      .column("evidence", [](const HitOfQuery& row) { return row.hit.evidence; });
  return table;
}

Table search(const OpenRegistry& registry, nb::object text, const nb::dict& options,
             unsigned threads, nb::object progress) {
  const RegistrySearchOptions asked = search_options(options);
  const TextRows rows(std::move(text));
  std::vector<std::string_view> texts;
  std::vector<std::uint64_t> row_of;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (const auto one = rows[row]) {
      texts.push_back(*one);
      row_of.push_back(row);
    }
  }
  const auto answers = registry.run<std::vector<RegistryAnswer>>(
      std::move(progress), [&](const Registry& open, Progress& shown) {
        return open.search(texts, asked, threads, shown);
      });
  TableBuilder<HitOfQuery> table = hit_table();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (const RegistryHit& hit : answers[i].hits) table.add({row_of[i], hit});
  }
  return std::move(table).finish();
}

Table documents(const OpenRegistry& registry) {
  TableBuilder<RegisteredDocument> table;
  table.column("number", &RegisteredDocument::number);
  add_codes(table, [](const RegisteredDocument& row) -> const auto& { return row.codes; });
  table.column("bytes", &RegisteredDocument::bytes)
      .column("fingerprints", &RegisteredDocument::fingerprints);
  registry.run<void>(nb::none(), [&](const Registry& open, Progress& progress) {
    return open.for_each_document([&](const RegisteredDocument& document) -> Result<bool> {
      table.add(document);
      return !progress.cancelled();
    });
  });
  return std::move(table).finish();
}

std::uint64_t remove_documents(const OpenRegistry& registry, const nb::dict& codes) {
  const DocumentCodes asked = codes_of(codes);
  return registry.run<std::uint64_t>(nb::none(),
                                     [&](Registry& open, Progress&) { return open.remove(asked); });
}

RegistryStats stats(const OpenRegistry& registry) {
  return registry.run<RegistryStats>(nb::none(),
                                     [](const Registry& open, Progress&) { return open.stats(); });
}

}  // namespace
}  // namespace whorl::python

NB_MODULE(_registry, module) {
  using namespace whorl::python;
  nb::module_::import_("whorl._whorl");  // the types Array and Table
  nb::class_<OpenRegistry>(module, "OpenRegistry")
      .def("close", &OpenRegistry::close)
      .def("add_paths", &add_paths, "paths"_a, nb::kw_only(), "codes"_a, "progress"_a.none())
      .def("add_texts", &add_texts, "source"_a, nb::kw_only(), "text"_a, "id"_a.none(), "codes"_a,
           "progress"_a.none())
      .def("search", &search, "text"_a.none(), nb::kw_only(), "options"_a, "threads"_a,
           "progress"_a.none())
      .def("documents", &documents)
      .def("remove", &remove_documents, "codes"_a)
      .def_prop_ro("stats", [](const OpenRegistry& one) { return json_of(stats(one)); });
  module.def("create", &create, "folder"_a, nb::kw_only(), "scheme"_a, "recipe"_a, "key"_a);
  module.def("read", &opened<Access::read>, "folder"_a, nb::kw_only(), "key"_a);
  module.def("write", &opened<Access::write>, "folder"_a, nb::kw_only(), "key"_a);
}
