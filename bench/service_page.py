"""docs/results/service.md, from the results of bench/service.py."""

from registry_page import mb, measured_on, prose, sections_of, table

HEAD = """# What the service does under load

<!-- written by ./dev bench service -->

After reading this page you know how fast the service answers. One row of `./dev bench service`
measured each section; its last line has the date, the machine and the load. A *bar* is the value to
reach. [Run it for a department](../service.md) says how to use the service.
"""


def ms(value):
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.1f} ms"


def searches(f):
    return prose(f"{f['clients']} clients (wrk, on the same cores) search for texts of 20 KB, of about 320 fingerprints each, "
                 f"for {f['seconds']} s. The registry has {f['documents']:,} documents, among them half of the "
                 "texts.") + "\n" + table(
        ("", "measured", "bar"),
        [("searches a second", f"{f['a_second']:.0f}", "500"), ("median", ms(f["median_ms"]), ""),
         ("99 of 100", ms(f["p99_ms"]), "300 ms"),
         ("processor time of the service, a search", f"{f['processor_ms']:.2f} ms", ""),
         ("memory after a tenth of the time, and at the end", f"{mb(f['resident_bytes_early'])}, "
          f"{mb(f['resident_bytes_end'])}", "level")])


def beside(f):
    rows = []
    for rate, both in ((rate, f[rate]) for rate in ("30", "200")):
        alone, with_jobs = both["alone"], both["beside"]
        rows.append((f"{rate} searches a second", ms(alone["p99_ms"]), ms(with_jobs["p99_ms"]),
                     f"{with_jobs['p99_ms'] / alone['p99_ms']:.1f}", alone["refused"] + with_jobs["refused"]))
    return prose(f"Searches at fixed times in a registry of {f['documents']:,} documents, each on its own connection, alone "
                 "and beside two running comparisons; medians of three rounds. *Refused* requests got status "
                 "503.") + "\n" + table(
        ("", "99 of 100, alone", "beside two jobs", "ratio (bar: 2)", "refused"), rows)


def health(f):
    return prose(f"{f['streams']} event streams are idle, {f['slow_clients']:,} clients send a byte every two seconds, and two "
                 f"comparisons run. {f['asked']} requests for `/health` took {ms(f['median_ms'])} in the median and "
                 f"{ms(f['most_ms'])} at most (bar: 100 ms).")


def report(f):
    names = {"one_file_each": "one program each", "four_files_each": "four programs each"}
    return prose("Medians of the time from a zip of 150 submissions to the report, in Chromium on the same cores. Other "
                 "programs slow a job down, because it runs at low priority.") + "\n" + table(
        ("150 submissions of", "sent", "job done", "report shown (bar: 3 s)", "slowest", "processor time of the job"),
        [(f"{names[k]} ({f[k]['bytes'] / 1000:.0f} KB)", ms(f[k]["sent_ms"]), ms(f[k]["done_ms"]), ms(f[k]["shown_ms"]),
          ms(f[k]["slowest_ms"]), ms(f[k]["job_processor_ms"])) for k in names])


def hostile(f):
    return prose(f"{f['requests']:,} hostile requests (the kinds in `tests/serve/hostile_test.py`) are sent, then broken "
                 "uploads, archive bombs, and archives with bad names. Each was refused, or its connection was closed. "
                 f"Files left on disk: {f['files_left']} (bar: 0). Memory grew by {mb(f['grown_bytes'])}.")


def killed(f):
    return prose(f"{f['jobs']} comparisons wait or run, and documents are registered one by one. Meanwhile SIGKILL ends the "
                 f"service {f['kills']} times, and it is started again. {f['done']} comparisons were done. {f['lost']} were "
                 "reported as lost, because they ran at three kills. Files of ended jobs that remained, except "
                 f"reports: {f['files_left']} (bar: 0). Of {f['registered']} acknowledged registrations, "
                 f"{f['registrations_lost']} were lost (bar: 0).")


SECTIONS = (("Searches", "searches", searches), ("Searches beside comparisons", "beside", beside),
            ("Health beside idle and slow clients", "health", health), ("From the archive to the report", "report", report),
            ("Hostile requests", "hostile", hostile), ("Killed during 20 jobs", "killed", killed))


def write(results, target):
    out, before = [HEAD], sections_of(target)
    for title, name, section in SECTIONS:
        if name not in results:
            out.append(before.get(title, f"\n## {title}\n\nNot measured: `./dev bench service --only {name}`.\n"))
            continue
        out.append(f"\n## {title}\n\n{section(results[name]['figures'])}\n{measured_on(name, results[name]['conditions'])}")
    target.write_text("".join(out), encoding="utf-8")
