// The plot of drift: a bar for each step, divided by kinds of changes, and the histogram of the
// resemblance of changed pages to their version before.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/guard.h"
#include "base/new_file.h"
#include "base/ownership/output.h"
#include "base/try.h"
#include "whorl/sweep.h"

namespace whorl {

using namespace internal;

namespace {

struct Part {
  std::uint64_t DriftCounts::*count;
  std::string_view name;
  std::string_view colour;
};

// Colours that differ in lightness too, for print and for colour-blind readers.
constexpr Part kParts[] = {
    {&DriftCounts::unchanged, "unchanged", "#c9d3da"},
    {&DriftCounts::changed, "changed", "#3f7fb0"},
    {&DriftCounts::moved_within, "moved within the host", "#e8b23a"},
    {&DriftCounts::moved_between, "moved to another host", "#b5661b"},
    {&DriftCounts::died, "died", "#7a1f2b"},
    {&DriftCounts::appeared, "appeared", "#4d9a5b"},
    {&DriftCounts::returned, "returned", "#9cc7a3"},
};

constexpr double kWidth = 760;
constexpr double kLeft = 130;
constexpr double kBar = 20;
constexpr double kGap = 10;
constexpr double kFigures = 70;  // space next to a bar
constexpr double kHistogram = 120;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" +
         std::string(anchor) + "\">" + std::string(text) + "</text>\n";
}

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

std::string box(const Rectangle& r, std::string_view colour, const std::string& title) {
  return "<rect x=\"" + number(r.x) + "\" y=\"" + number(r.y) + "\" width=\"" + number(r.width) +
         "\" height=\"" + number(r.height) + "\" fill=\"" + std::string(colour) + "\"><title>" +
         title + "</title></rect>\n";
}

std::uint64_t total(const DriftCounts& counts) {
  std::uint64_t sum = 0;
  for (const Part& part : kParts) sum += counts.*part.count;
  return sum;
}

std::string legend(double& y) {
  std::string out;
  double x = kLeft;
  for (const Part& part : kParts) {
    const double width = 30 + 6.6 * static_cast<double>(part.name.size());
    if (x + width > kWidth) {
      x = kLeft;
      y += 18;
    }
    out += box({x, y - 10, 12, 12}, part.colour, std::string(part.name));
    out += text_at(x + 17, y, "start", part.name);
    x += width;
  }
  y += 24;
  return out;
}

std::string bars(const Drift& drift, double& y) {
  std::uint64_t max = 1;
  for (const DriftStep& step : drift.steps) max = std::max(max, total(step.counts));
  const double scale = (kWidth - kLeft - kFigures) / static_cast<double>(max);
  std::string out;
  for (const DriftStep& step : drift.steps) {
    out += text_at(kLeft - 8, y + kBar - 6, "end", "to " + step.to);
    double x = kLeft;
    for (const Part& part : kParts) {
      const std::uint64_t count = step.counts.*part.count;
      if (count == 0) continue;
      const double width = static_cast<double>(count) * scale;
      out += box({x, y, width, kBar}, part.colour,
                 step.from + " to " + step.to + ": " + std::to_string(count) + " " +
                     std::string(part.name));
      x += width;
    }
    out += text_at(x + 6, y + kBar - 6, "start", std::to_string(total(step.counts)));
    y += kBar + kGap;
  }
  return out;
}

std::string histogram(const DriftCounts& counts, double& y) {
  const auto& bins = counts.resemblance;
  const auto max =
      static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(bins.begin(), bins.end())));
  const double step = (kWidth - kLeft - kFigures) / static_cast<double>(bins.size());
  const double floor = y + 30 + kHistogram;
  std::string out = text_at(kLeft, y + 10, "start", "Changed pages by resemblance to before");
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double x = kLeft + step * static_cast<double>(i);
    const double height = kHistogram * static_cast<double>(bins[i]) / max;
    out += box({x + 2, floor - height, step - 4, height}, "#3f7fb0", std::to_string(bins[i]));
    if (bins[i] > 0) {
      out += text_at(x + step / 2, floor - height - 4, "middle", std::to_string(bins[i]));
    }
    out += text_at(x, floor + 15, "middle", number(0.1 * static_cast<double>(i)));
  }
  out += text_at(kLeft + step * static_cast<double>(bins.size()), floor + 15, "middle", "1.0");
  y = floor + 30;
  return out;
}

constexpr std::string_view kLabel = "aria-label=\"Pages between sweeps\">";

bool is_drift_svg(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(400, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with("<svg xmlns=") && head.find(kLabel) != head.npos;
}

}  // namespace

std::string drift_svg(const Drift& drift) {
  double y = 26;
  std::string body = text_at(kLeft, y, "start", "Pages between sweeps");
  y += 24;
  body += legend(y);
  body += bars(drift, y);
  y += 16;
  body += histogram(drift.total, y);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kWidth) + "\" height=\"" +
         number(y) + "\" viewBox=\"0 0 " + number(kWidth) + " " + number(y) +
         "\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" " + std::string(kLabel) +
         "\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
         body + "</svg>\n";
}

Result<void> save_drift_svg(const Drift& drift, const std::string& path, bool overwrite) try {
  WHORL_RETURN_IF_ERROR(base::ownership::check_output(path, {{}, overwrite}, is_drift_svg));
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open_named(base::FileSystem::real(), path));
  const std::string svg = drift_svg(drift);
  WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(svg))));
  return file.finish();
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
