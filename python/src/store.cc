// Stores of Python: made, grown, opened and asked.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bindings.h"
#include "call.h"
#include "errors.h"
#include "names.h"
#include "options.h"
#include "source.h"
#include "table.h"
#include "table_builder.h"
#include "whorl/cluster.h"
#include "whorl/store.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

// A store that is open until close(), and for calls that run then until they end.
class OpenStore {
 public:
  explicit OpenStore(StoreReader reader)
      : reader_(std::make_shared<const StoreReader>(std::move(reader))) {}

  std::shared_ptr<const StoreReader> reader() const {
    if (!reader_) throw nb::value_error("the store is closed; whorl.open() opens it again");
    return reader_;
  }
  void close() { reader_.reset(); }

 private:
  std::shared_ptr<const StoreReader> reader_;
};

OpenStore open_store(const nb::str& path) {
  return OpenStore(value_or_raise([name = name_of(path)] {
    const nb::gil_scoped_release released;
    return StoreReader::open(name);
  }()));
}

// Adds the columns of a document beside another one, which document(row) returns.
template <class Row, class Document>
void add_compared(TableBuilder<Row>& table, const Document& document) {
  table.column("id", [=](const Row& row) -> const auto& { return document(row).document.id; })
      .column("url", [=](const Row& row) -> const auto& { return document(row).document.url; })
      .column("row", [=](const Row& row) { return document(row).document.row; })
      .column("kind", [=](const Row& row) { return to_string(document(row).kind); })
      .column("resemblance", [=](const Row& row) { return document(row).resemblance; })
      .column("contained", [=](const Row& row) { return document(row).contained; })
      .column("contains", [=](const Row& row) { return document(row).contains; });
}

// The rows of documents from the number `first` on, at most `count`.
Table documents(const OpenStore& store, std::uint64_t first, std::uint64_t count) {
  const auto reader = store.reader();
  TableBuilder<DocumentEntry> table;
  table.column("number", &DocumentEntry::number)
      .column("id", [](const DocumentEntry& entry) -> const auto& { return entry.document.id; })
      .column("url", [](const DocumentEntry& entry) -> const auto& { return entry.document.url; })
      .column("date", [](const DocumentEntry& entry) -> const auto& { return entry.document.date; })
      .column("bytes", [](const DocumentEntry& entry) { return entry.document.bytes; })
      .column("row", [](const DocumentEntry& entry) { return entry.document.row; })
      .column("cluster", &DocumentEntry::cluster)
      .column("kept_number", &DocumentEntry::survivor)
      .column("kept", &DocumentEntry::survives);
  Call(nb::none()).run<void>([&](Progress& progress) {
    const auto add = [&](const DocumentEntry& entry) -> Result<bool> {
      if (table.size() == count) return false;
      table.add(entry);
      return !progress.cancelled();
    };
    return reader->for_each_document(add, first);
  });
  return std::move(table).finish();
}

struct Member {
  const StoredCluster& cluster;
  const ComparedDocument& document;
};

// Calls its argument with each cluster.
using EachCluster = std::function<Result<void>(const StoreReader::Visit<StoredCluster>&)>;

Table members_of(const EachCluster& each) {
  TableBuilder<Member> table;
  table.column("cluster", [](const Member& member) { return member.cluster.number.value_or(0); });
  add_compared(table, [](const Member& member) -> const auto& { return member.document; });
  table.column("number", [](const Member& member) { return member.document.number; })
      .column("kept_id",
              [](const Member& member) -> const auto& { return member.cluster.survivor; })
      .column("kept_number", [](const Member& member) { return member.cluster.survivor_number; });
  Call(nb::none()).run<void>([&](Progress& progress) {
    return each([&](const StoredCluster& cluster) -> Result<bool> {
      for (const ComparedDocument& document : cluster.members) table.add({cluster, document});
      return !progress.cancelled();
    });
  });
  return std::move(table).finish();
}

// The members of clusters from the number `first` on, at most `count` clusters.
Table clusters(const OpenStore& store, std::uint64_t first, std::uint64_t count) {
  const auto reader = store.reader();
  return members_of([&](const auto& visit) {
    std::uint64_t shown = 0;
    const auto some = [&](const StoredCluster& cluster) -> Result<bool> {
      if (shown++ == count) return false;
      return visit(cluster);
    };
    return reader->for_each_cluster(some, first);
  });
}

Table clusters_of(const OpenStore& store, const std::string& name) {
  const auto reader = store.reader();
  return members_of([&](const auto& visit) -> Result<void> {
    const auto found = reader->clusters_of(name);
    if (!found) return tl::unexpected(found.error());
    for (const StoredCluster& cluster : *found) {
      if (const auto went = visit(cluster); !went) return tl::unexpected(went.error());
    }
    return {};
  });
}

Table pairs(const OpenStore& store) {
  const auto reader = store.reader();
  TableBuilder<StoredPair> table;
  table.column("first", &StoredPair::first)
      .column("second", &StoredPair::second)
      .column("resemblance", &StoredPair::resemblance)
      .column("first_in_second", &StoredPair::first_in_second)
      .column("second_in_first", &StoredPair::second_in_first)
      .column("exact", &StoredPair::exact);
  Call(nb::none()).run<void>([&](Progress& progress) {
    return reader->for_each_pair([&](const StoredPair& pair) -> Result<bool> {
      table.add(pair);
      return !progress.cancelled();
    });
  });
  return std::move(table).finish();
}

// The row of a question without an id, which is called "texts:ROW", ROW from 1.
std::uint64_t row_of(std::string_view name) {
  std::uint64_t row = 1;
  const auto digits = name.substr(name.rfind(':') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), row);
  return row - 1;
}

// A stored document that a text resembles, or why the text has no answer.
struct Match {
  std::uint64_t query;  // row of the text
  const ComparedDocument& document;
  std::optional<std::string_view> error;
};

TableBuilder<Match> match_table() {
  TableBuilder<Match> table;
  table.column("query", &Match::query);
  add_compared(table, [](const Match& match) -> const auto& { return match.document; });
  table.column("cluster", [](const Match& match) { return match.document.cluster; })
      .column("error", &Match::error);
  return table;
}

void add(const BatchAnswer& answer, TableBuilder<Match>& table) {
  const std::uint64_t row = row_of(answer.query);
  if (!answer.matches) {
    table.add({row, ComparedDocument(), answer.matches.error().message});
    return;
  }
  for (const ComparedDocument& document : *answer.matches) table.add({row, document, {}});
}

Table query(const OpenStore& store, nb::object text, double resemblance, double containment,
            std::uint64_t limit, unsigned threads, nb::object progress) {
  Call call(std::move(progress));
  PythonSource source(nb::iter(nb::make_tuple(std::move(text))), {}, "texts", call);
  BatchOptions options;
  options.input.records = &source;
  options.match = {.resemblance = resemblance, .containment = containment, .limit = limit};
  options.threads = threads;
  TableBuilder<Match> table = match_table();
  const auto reader = store.reader();
  // What it returns, the texts that cannot be read, it answers too.
  call.run<std::vector<Skipped>>([&](Progress& shown) {
    return reader->matches_each(
        options,
        [&](const BatchAnswer& answer) -> Result<bool> {
          add(answer, table);
          return true;
        },
        shown);
  });
  return std::move(table).finish();
}

// Makes a store, or adds to one.
using Run = Result<ClusterSummary> (*)(const ClusterOptions&, Progress&);

template <Run run>
nb::object run_on(nb::object source, const std::string& name, const std::string& text,
                  const std::optional<std::string>& id, const nb::dict& options,
                  nb::object progress) {
  Call call(std::move(progress));
  ClusterOptions asked = collection_options(options);
  const Input input(source, columns_for(asked.thresholds, text, id), name, call);
  input.set(asked.input);
  return json_of(call.run<ClusterSummary>([&](Progress& shown) { return run(asked, shown); }));
}

nb::object merge_stores(const nb::list& stores, const nb::str& output, const nb::dict& options,
                        nb::object progress) {
  const MergeOptions asked{names_of(stores), name_of(output), collection_options(options).limits};
  return json_of(Call(std::move(progress)).run<ClusterSummary>([&](Progress& shown) {
    return merge(asked, shown);
  }));
}

nb::object recluster_store(const nb::str& path, const nb::dict& options, nb::object progress) {
  const std::string store = name_of(path);
  const ClusterThresholds thresholds = collection_options(options).thresholds;
  return json_of(Call(std::move(progress)).run<ClusterSummary>([&](Progress& shown) {
    return recluster(store, thresholds, shown);
  }));
}

}  // namespace

void bind_stores(nb::module_& module) {
  nb::class_<OpenStore>(module, "StoreReader")
      .def_prop_ro("size", [](const OpenStore& store) { return store.reader()->documents(); })
      .def("close", &OpenStore::close)
      .def("documents", &documents, "first"_a = 0, "count"_a = UINT64_MAX)
      .def("clusters", &clusters, "first"_a = 0, "count"_a = UINT64_MAX)
      .def("clusters_of", &clusters_of)
      .def("pairs", &pairs)
      .def("query", &query, "text"_a.none(), nb::kw_only(), "resemblance"_a, "containment"_a,
           "limit"_a, "threads"_a, "progress"_a.none());
  module.def("open_store", &open_store, "path"_a);
  module.def("cluster", &run_on<cluster>, "source"_a, nb::kw_only(), "name"_a, "text"_a,
             "id"_a.none(), "options"_a, "progress"_a.none());
  module.def("cluster_into", &run_on<cluster_into>, "source"_a, nb::kw_only(), "name"_a, "text"_a,
             "id"_a.none(), "options"_a, "progress"_a.none());
  module.def("merge", &merge_stores, "stores"_a, nb::kw_only(), "output"_a, "options"_a,
             "progress"_a.none());
  module.def("recluster", &recluster_store, "store"_a, nb::kw_only(), "options"_a,
             "progress"_a.none());
}

}  // namespace whorl::python
