#!/bin/sh
# Deduplicates a collection with several processes on one machine: loop.sh INPUT OUTPUT PROCESSES
set -eu
work=$(mktemp -d ./whorl-tasks.XXXXXX)
python3 -m whorl.distributed plan "$work" "$1" -o "$2" --tasks "$3"
processes=
for _ in $(seq "$3"); do
  python3 -m whorl.distributed run "$work" --threads 1 --quiet &
  processes="$processes $!"
done
# If a process fails, its message says why, and the folder stays. Remove the cause, then run
# `python3 -m whorl.distributed run FOLDER`; another loop.sh would make a new plan.
for process in $processes; do wait "$process"; done
rm -r "$work"
