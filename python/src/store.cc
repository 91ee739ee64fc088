// Stores of Python: made, grown, opened and asked.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "bindings.h"
#include "call.h"
#include "decisions.h"
#include "errors.h"
#include "names.h"
#include "options.h"
#include "source.h"
#include "table.h"
#include "whorl/cluster.h"
#include "whorl/store.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

using Rows = std::vector<std::uint64_t>;

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

// The columns of documents beside another one.
class ComparedRows {
 public:
  void add(std::uint64_t owner, const ComparedDocument& compared) {
    owner_.push_back(owner);
    id_.add(compared.document.id);
    url_.add(compared.document.url);
    row_.push_back(compared.document.row);
    kind_.add(to_string(compared.kind));
    resemblance_.push_back(compared.resemblance);
    contained_.push_back(compared.contained);
    contains_.push_back(compared.contains);
    cluster_.push_back(compared.cluster);
  }

  // `owner` names the column of the numbers that add() was given.
  std::vector<std::pair<std::string, ColumnPtr>> finish(const char* owner) && {
    return {{owner, numbers(std::move(owner_))},
            {"id", std::move(id_).finish()},
            {"url", std::move(url_).finish()},
            {"row", numbers(row_)},
            {"kind", std::move(kind_).finish()},
            {"resemblance", numbers(std::move(resemblance_))},
            {"contained", numbers(std::move(contained_))},
            {"contains", numbers(std::move(contains_))},
            {"cluster", numbers(cluster_)}};
  }

 private:
  Rows owner_;
  TextBuilder id_;
  TextBuilder url_;
  std::vector<std::optional<std::uint64_t>> row_;
  TextBuilder kind_;
  std::vector<double> resemblance_;
  std::vector<double> contained_;
  std::vector<double> contains_;
  std::vector<std::optional<std::uint64_t>> cluster_;
};

// The rows of documents from the number `first` on, at most `count`.
Table documents(const OpenStore& store, std::uint64_t first, std::uint64_t count) {
  const auto reader = store.reader();
  Rows number, bytes, survivor;
  std::vector<std::optional<std::uint64_t>> row, cluster;
  TextBuilder id, url, date;
  std::vector<bool> kept;
  Call(nb::none()).run<void>([&](Progress& progress) {
    const auto add = [&](const DocumentEntry& entry) -> Result<bool> {
      if (number.size() == count) return false;
      number.push_back(entry.number);
      id.add(entry.document.id);
      url.add(entry.document.url);
      date.add(entry.document.date);
      bytes.push_back(entry.document.bytes);
      row.push_back(entry.document.row);
      cluster.push_back(entry.cluster);
      survivor.push_back(entry.survivor);
      kept.push_back(entry.survives());
      return !progress.cancelled();
    };
    return reader->for_each_document(add, first);
  });
  return Table(structs({{"number", numbers(std::move(number))},
                        {"id", std::move(id).finish()},
                        {"url", std::move(url).finish()},
                        {"date", std::move(date).finish()},
                        {"bytes", numbers(std::move(bytes))},
                        {"row", numbers(row)},
                        {"cluster", numbers(cluster)},
                        {"kept_number", numbers(std::move(survivor))},
                        {"kept", booleans(kept)}}));
}

Table members_of(
    const std::function<Result<void>(const StoreReader::Visit<StoredCluster>&)>& each) {
  ComparedRows members;
  Rows number, survivor_number;
  TextBuilder survivor;
  Call(nb::none()).run<void>([&](Progress& progress) {
    return each([&](const StoredCluster& cluster) -> Result<bool> {
      for (const ComparedDocument& member : cluster.members) {
        members.add(cluster.number.value_or(0), member);
        number.push_back(member.number);
        survivor.add(cluster.survivor);
        survivor_number.push_back(cluster.survivor_number);
      }
      return !progress.cancelled();
    });
  });
  auto columns = std::move(members).finish("number");
  columns.pop_back();  // the cluster of a member is its number
  columns.emplace_back("kept_id", std::move(survivor).finish());
  columns.emplace_back("number", numbers(std::move(number)));
  columns.emplace_back("kept_number", numbers(std::move(survivor_number)));
  columns.front().first = "cluster";
  return Table(structs(std::move(columns)));
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
  Rows first, second;
  std::vector<double> resemblance, first_in_second, second_in_first;
  std::vector<bool> exact;
  Call(nb::none()).run<void>([&](Progress& progress) {
    return reader->for_each_pair([&](const StoredPair& pair) -> Result<bool> {
      first.push_back(pair.first);
      second.push_back(pair.second);
      resemblance.push_back(pair.resemblance);
      first_in_second.push_back(pair.first_in_second);
      second_in_first.push_back(pair.second_in_first);
      exact.push_back(pair.exact);
      return !progress.cancelled();
    });
  });
  return Table(structs({{"first", numbers(std::move(first))},
                        {"second", numbers(std::move(second))},
                        {"resemblance", numbers(std::move(resemblance))},
                        {"first_in_second", numbers(std::move(first_in_second))},
                        {"second_in_first", numbers(std::move(second_in_first))},
                        {"exact", booleans(exact)}}));
}

// The row of a question without an id, which is called "texts:ROW", ROW from 1.
std::uint64_t row_of(std::string_view name) {
  std::uint64_t row = 1;
  const auto digits = name.substr(name.rfind(':') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), row);
  return row - 1;
}

// What the documents of the store have in common with each text, or why a text has no answer.
class Answers {
 public:
  void add(const BatchAnswer& answer) {
    const std::uint64_t row = row_of(answer.query);
    if (!answer.matches) {
      rows_.add(row, {});
      error_.add(answer.matches.error().message);
      return;
    }
    for (const ComparedDocument& match : *answer.matches) {
      rows_.add(row, match);
      error_.add_null();
    }
  }
  Table finish() && {
    auto columns = std::move(rows_).finish("query");
    columns.emplace_back("error", std::move(error_).finish());
    return Table(structs(std::move(columns)));
  }

 private:
  ComparedRows rows_;
  TextBuilder error_;
};

Table query(const OpenStore& store, nb::object text, double resemblance, double containment,
            std::uint64_t limit, unsigned threads, nb::object progress) {
  Call call(std::move(progress));
  PythonSource source(nb::iter(nb::make_tuple(std::move(text))), {}, "texts", call);
  BatchOptions options;
  options.input.records = &source;
  options.match = {.resemblance = resemblance, .containment = containment, .limit = limit};
  options.threads = threads;
  Answers answers;
  const auto reader = store.reader();
  // What it returns, the texts that cannot be read, it answers too.
  call.run<std::vector<Skipped>>([&](Progress& shown) {
    return reader->matches_each(
        options,
        [&](const BatchAnswer& answer) -> Result<bool> {
          answers.add(answer);
          return true;
        },
        shown);
  });
  return std::move(answers).finish();
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

nb::object merge_stores(std::vector<std::string> stores, std::string output,
                        const nb::dict& options, nb::object progress) {
  const MergeOptions asked{std::move(stores), std::move(output),
                           collection_options(options).limits};
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
