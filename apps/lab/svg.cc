// Plots as SVG: lines over two axes, each linear or logarithmic.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/guard.h"
#include "base/new_file.h"
#include "base/ownership/output.h"
#include "base/try.h"
#include "lab/lab.h"

namespace whorl {

using namespace internal;

namespace {

constexpr double kWidth = 760, kHeight = 440;
constexpr double kLeft = 70, kRight = 190, kTop = 40, kBottom = 50;
constexpr double kInner = kWidth - kLeft - kRight, kTall = kHeight - kTop - kBottom;

// Colours that also differ in lightness, for print and for readers who cannot tell all hues apart.
constexpr std::array<std::string_view, 8> kColours = {"#1b4f72", "#b5661b", "#4d9a5b", "#7a1f2b",
                                                      "#e8b23a", "#3f7fb0", "#6b4c9a", "#333333"};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string tick_label(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" +
         std::string(anchor) + "\">" + escaped(text) + "</text>\n";
}

// Maps the values of an axis to [0, 1].
class Scale {
 public:
  Scale(bool logarithmic, double low, double high)
      : logarithmic_(logarithmic), low_(moved(low)), high_(std::max(moved(high), low_ + 1e-9)) {}

  double at(double value) const { return (moved(value) - low_) / (high_ - low_); }

  // Round values that divide the axis.
  std::vector<double> ticks() const { return logarithmic_ ? powers() : multiples(); }

 private:
  double moved(double value) const {
    return logarithmic_ ? std::log10(std::max(value, 1e-12)) : value;
  }

  // Powers of ten; on a short axis also two and five times each of them.
  std::vector<double> powers() const {
    std::vector<double> out;
    for (double e = std::floor(low_); e <= high_; e += 1) {
      for (const double digit : {1, 2, 5}) {
        const double at = e + std::log10(digit);
        if (digit > 1 && high_ - low_ > 2) break;
        if (at >= low_ - 1e-9 && at <= high_ + 1e-9) out.push_back(std::pow(10, at));
      }
    }
    return out;
  }

  // Multiples of 1, 2 or 5 times a power of ten, so that there are about six.
  std::vector<double> multiples() const {
    const double rough = (high_ - low_) / 6, power = std::pow(10, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    std::vector<double> out;
    for (double i = std::ceil(low_ / step - 1e-9); i * step <= high_ + step * 1e-6; ++i) {
      out.push_back(i * step);
    }
    return out;
  }

  bool logarithmic_;
  double low_, high_;
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

struct Frame {
  Scale x, y;
  double left(double value) const { return kLeft + kInner * x.at(value); }
  double top(double value) const { return kTop + kTall * (1 - y.at(value)); }
};

Frame frame_of(const LabPlot& plot) {
  Range x, y;
  for (const LabSeries& series : plot.series) {
    for (const auto& [at, value] : series.points) {
      x.take(at);
      y.take(value);
    }
  }
  if (!plot.y.logarithmic) y.take(0);
  if (x.low > x.high) x.low = x.high = y.low = y.high = 1;
  return {Scale(plot.x.logarithmic, x.low, x.high), Scale(plot.y.logarithmic, y.low, y.high)};
}

std::string line(double x1, double y1, double x2, double y2, std::string_view colour) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
         "\" y2=\"" + number(y2) + "\" stroke=\"" + std::string(colour) + "\"/>\n";
}

std::string axes(const LabPlot& plot, const Frame& frame) {
  const double bottom = kTop + kTall, right = kLeft + kInner;
  std::string out = text_at(kLeft, 24, "start", plot.title);
  for (const double tick : frame.x.ticks()) {
    out += line(frame.left(tick), kTop, frame.left(tick), bottom, "#e4e8eb");
    out += text_at(frame.left(tick), bottom + 18, "middle", tick_label(tick));
  }
  for (const double tick : frame.y.ticks()) {
    out += line(kLeft, frame.top(tick), right, frame.top(tick), "#e4e8eb");
    out += text_at(kLeft - 8, frame.top(tick) + 4, "end", tick_label(tick));
  }
  out += text_at(kLeft + kInner / 2, bottom + 40, "middle", plot.x.label);
  out += "<text transform=\"translate(16," + number(kTop + kTall / 2) +
         ") rotate(-90)\" text-anchor=\"middle\">" + escaped(plot.y.label) + "</text>\n";
  return out;
}

std::string curve(const LabSeries& series, const Frame& frame, std::size_t at) {
  const std::string colour(kColours[at % kColours.size()]);
  std::string points;
  for (const auto& [x, y] : series.points) {
    points += number(frame.left(x)) + "," + number(frame.top(y)) + " ";
  }
  const double row = kTop + 14 + 20 * static_cast<double>(at), left = kLeft + kInner + 14;
  const double width = 2 + std::max(0.0, 2.4 - .8 * static_cast<double>(at));  // none hides another
  return "<polyline fill=\"none\" stroke-width=\"" + number(width) + "\" stroke=\"" + colour +
         "\" points=\"" + points + "\"><title>" + escaped(series.name) + "</title></polyline>\n" +
         line(left, row - 4, left + 18, row - 4, colour) +
         text_at(left + 24, row, "start", series.name);
}

constexpr std::string_view kLabel = "aria-label=\"Plot of whorl lab\">";

bool is_lab_svg(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(400, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with("<svg xmlns=") && head.find(kLabel) != head.npos;
}

}  // namespace

std::string to_svg(const LabPlot& plot) {
  const Frame frame = frame_of(plot);
  std::string body = axes(plot, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i) body += curve(plot.series[i], frame, i);
  const std::string width = number(kWidth), height = number(kHeight);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
         "\" viewBox=\"0 0 " + width + " " + height +
         "\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" " + std::string(kLabel) +
         "\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body + "</svg>\n";
}

Result<void> save_svg(const LabReport& report, const std::string& path, bool overwrite) try {
  if (!report.plot) {
    return fail(ErrorCode::invalid_argument, report.experiment + " has no plot: leave out --svg");
  }
  WHORL_RETURN_IF_ERROR(base::ownership::check_output(path, {{}, overwrite}, is_lab_svg));
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open_named(base::FileSystem::real(), path));
  const std::string svg = to_svg(*report.plot);
  WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(svg))));
  return file.finish();
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
