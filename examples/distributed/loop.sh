#!/bin/sh
# Deduplicates a collection with several processes on one machine: loop.sh INPUT OUTPUT PROCESSES
set -eu
work=$(mktemp -d ./whorl-tasks.XXXXXX)
python3 -m whorl.distributed plan "$work" "$1" -o "$2" --tasks "$3"
i=0
while [ "$i" -lt "$3" ]; do
  python3 -m whorl.distributed run "$work" --threads 1 --quiet &
  i=$((i + 1))
done
wait
python3 -m whorl.distributed status "$work"
rm -r "$work"
