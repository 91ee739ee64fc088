#include "jobs/compare/submissions/grouping.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "input/paths/names.h"

namespace whorl::internal::compare::submissions {
namespace {

// True if the argument is an archive: its names continue its own.
bool is_archive_file(const Argument& argument) {
  const auto inside = [](std::string_view name) { return name.find('/') != name.npos; };
  return !argument.folder &&
         (std::any_of(argument.content.documents.begin(), argument.content.documents.end(),
                      [&](const Document& document) { return inside(document.name); }) ||
          std::any_of(argument.content.skipped.begin(), argument.content.skipped.end(),
                      [&](const Skipped& skipped) { return inside(skipped.path); }));
}

std::vector<std::string_view> names_of(const Argument& argument) {
  std::vector<std::string_view> names;
  for (const Document& document : argument.content.documents) names.push_back(document.name);
  for (const Skipped& skipped : argument.content.skipped) names.push_back(skipped.path);
  return names;
}

// The entries directly below the first `common` bytes that all names share.
struct Shape {
  std::size_t common = 0;
  std::set<std::string_view> nested;  // folders and archives with files in them
  bool loose = false;                 // a file

  bool holds_several_folders_only() const { return nested.size() >= 2 && !loose; }
};

Shape shape_at(const std::vector<std::string_view>& names, std::size_t common) {
  Shape shape{common, {}, false};
  for (const std::string_view name : names) {
    if (name.size() <= common) continue;
    const std::size_t slash = name.find('/', common);
    if (slash == name.npos) {
      shape.loose = true;
    } else {
      shape.nested.insert(name.substr(common, slash - common));
    }
  }
  return shape;
}

// Enters folders that are the only entry.
Shape unwrapped(const std::vector<std::string_view>& names, Shape shape) {
  while (!shape.loose && shape.nested.size() == 1) {
    shape = shape_at(names, shape.common + shape.nested.begin()->size() + 1);
  }
  return shape;
}

std::size_t archive_prefix(const Argument& argument) {
  return is_archive_file(argument)
             ? input::display_name(input::base_name(argument.shown)).size() + 1
             : 0;
}

Shape own_shape(const Argument& argument) {
  return shape_at(names_of(argument), archive_prefix(argument));
}

Grouping children_or(Division otherwise, const Shape& shape) {
  if (shape.nested.empty()) return {otherwise};
  return {Division::children, shape.common};
}

Grouping group_archive_file(const Argument& argument, const InputContext& context, bool alone) {
  const Shape shape = unwrapped(names_of(argument), own_shape(argument));
  if (alone && !context.archives) {
    const bool by_dir = context.by == SubmissionUnit::directory;
    return children_or(by_dir ? Division::whole : Division::files, shape);
  }
  const bool collection = argument.purpose == Purpose::archived || alone;
  if (collection && shape.holds_several_folders_only()) {
    return {Division::children, shape.common};
  }
  return {};
}

Grouping group_folder(const Argument& argument, const InputContext& context, bool alone) {
  const Shape shape = own_shape(argument);
  if (argument.purpose == Purpose::submissions && !alone) {
    return context.collections ? children_or(Division::whole, shape) : Grouping{};
  }
  if (context.by == SubmissionUnit::directory) return children_or(Division::whole, shape);
  const bool unwrap = alone && !context.archives;
  return children_or(Division::files, unwrap ? unwrapped(names_of(argument), shape) : shape);
}

}  // namespace

InputContext input_context_of(const std::vector<Argument>& arguments, SubmissionUnit by) {
  InputContext context;
  context.by = by;
  bool any_folder = false;
  context.collections = by == SubmissionUnit::automatic;
  for (const Argument& argument : arguments) {
    context.archives |= argument.purpose == Purpose::archived;
    if (argument.purpose != Purpose::submissions) continue;
    ++context.new_paths;
    if (!argument.folder) continue;
    any_folder = true;
    context.collections &= own_shape(argument).holds_several_folders_only();
  }
  context.collections &= any_folder;
  return context;
}

Grouping grouping_of(const Argument& argument, const InputContext& context) {
  const bool alone = argument.purpose == Purpose::submissions && context.new_paths == 1;
  Grouping out;
  if (context.by == SubmissionUnit::file) {
    out.division = Division::files;
  } else if (argument.folder) {
    out = group_folder(argument, context, alone);
  } else if (is_archive_file(argument)) {
    out = group_archive_file(argument, context, alone);
  } else if (context.by == SubmissionUnit::directory) {
    out.division = Division::siblings;
  }
  out.archive = archive_prefix(argument);
  return out;
}

}  // namespace whorl::internal::compare::submissions
