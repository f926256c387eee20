#!/bin/sh
# Takes a demo away: its service, its tmux server, whatever they started, and its folder. It begins when its stdin closes,
# which happens when the demo ends, and when it is killed with -9, too.
#   sweep.sh <folder of the demo>
root=$1
case $root in */orrery-demo-*) ;; *) exit 64 ;; esac
trap '' HUP INT TERM
while read -r _; do :; done

# Linux tells the environment of processes: everything that a demo starts has its HOME in the folder.
marked() {
  for file in $(grep -lsxFz "HOME=$root/user" /proc/[0-9]*/environ); do
    pid=${file#/proc/}
    echo "${pid%/environ}"
  done
}

# Elsewhere the file alone names the service; it lies there while it runs.
service() {
  [ -r "$root/service.pid" ] || return 0
  read -r pid <"$root/service.pid"
  if [ -d /proc/self ]; then marked | grep -x "$pid"; else echo "$pid"; fi
}

pid=$(service)
if [ -n "$pid" ]; then
  kill -TERM "$pid" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.2
  done
  kill -KILL "$pid" 2>/dev/null
fi
TMUX_TMPDIR=$root/run tmux -L demo kill-server 2>/dev/null
for _ in 1 2 3 4 5; do
  left=$(marked)
  [ -n "$left" ] || break
  kill -KILL $left 2>/dev/null
  sleep 0.1
done
for _ in 1 2 3 4 5; do
  rm -rf "$root" && break
  sleep 0.2
done
