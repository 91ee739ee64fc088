// The flags of `whorl lab`.
#include "cli/flag_rows.h"
#include "whorl/lab.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kData = "On what";
constexpr std::string_view kLabMethods = "By which methods";
constexpr std::string_view kLabOutput = "What comes out";
constexpr auto kLabOptions = &Arguments::lab;

constexpr std::uint64_t kMost32 = 0xffffffff;

constexpr Flag kLabFlags[] = {
    {.name = "random",
     .kind = ArgumentKind::number,
     .argument = "BYTES",
     .group = kData,
     .help = "density, frequency, hashing: so many random letters in place of texts.",
     .example = "--random 8M",
     .set = set_bytes<kLabOptions, &LabOptions::random>},
    {.name = "trials",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kData,
     .help =
         "guarantee: planted matches of each length. sketch-error without paths: made pairs. "
         "threshold: a tenth of the pairs that are drawn. koala: texts that are cut into parts.",
     .fallback = "200",
     .example = "--trials 1000",
     .set = set_count<1, 1'000'000, kLabOptions, &LabOptions::trials>},
    {.name = "draws",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kData,
     .help = "sketch-error: hash functions, one after the other.",
     .fallback = "10",
     .example = "--draws 3",
     .set = set_count<1, 1'000'000, kLabOptions, &LabOptions::draws>},
    {.name = "seed",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kData,
     .help = "Of all that is drawn. The same seed gives the same figures.",
     .fallback = "1",
     .example = "--seed 7",
     .set = set_count<0, kMost32, kLabOptions, &LabOptions::seed>},
    {.name = "tree",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kData,
     .help = "neighbours: keep the k-d tree of styles in this file, and find neighbours among the "
             "texts of earlier runs too.",
     .example = "--tree styles.kd",
     .set = set_text<kLabOptions, &LabOptions::tree>},

    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kLabMethods,
     .help = "What a symbol is; `whorl methods` lists what there is.",
     .fallback = "text; of sketches and labelled pairs each method's own",
     .example = "--front-end html",
     .set = set_text<kLabOptions, &LabOptions::front_end>},
    {.name = "noise",
     .letter = 'k',
     .kind = ArgumentKind::number,
     .argument = "K",
     .group = kLabMethods,
     .help = "Symbols of a k-gram.",
     .fallback = "50, of sketches 10",
     .example = "--noise 20",
     .set = set_count<1, 1 << 20, kLabOptions, &LabOptions::k>},
    {.name = "window",
     .letter = 'w',
     .kind = ArgumentKind::number,
     .argument = "W",
     .group = kLabMethods,
     .help = "K-grams of a window: what guarantees finds every match of w + k - 1 symbols.",
     .fallback = "100",
     .example = "--window 40",
     .set = set_count<1, 1 << 20, kLabOptions, &LabOptions::window>},
    {.name = "modulus",
     .letter = 'p',
     .kind = ArgumentKind::number,
     .argument = "P",
     .group = kLabMethods,
     .help = "p of 0 mod p, and i of every i-th.",
     .fallback = "50",
     .example = "--modulus 20",
     .set = set_count<1, kMost32, kLabOptions, &LabOptions::modulus>},
    {.name = "method",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .repeats = true,
     .group = kLabMethods,
     .help = "quality: one of `whorl measure`, or compare.",
     .fallback = "all",
     .example = "--method koala",
     .set = append_text<kLabOptions, &LabOptions::methods>},

    json_flag(kLabOutput, "Print the tables as JSON."),
    {.name = "svg",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kLabOutput,
     .help = "Also draw the plot, where the experiment has one.",
     .example = "--svg plot.svg",
     .set = set_text<&Arguments::svg>},
    force_flag<&Arguments::force>(kLabOutput),
    quiet_flag("No progress; only the tables and errors."),
    help_flag(),
};

}  // namespace

std::span<const Flag> lab_flags() { return kLabFlags; }

}  // namespace whorl::cli
