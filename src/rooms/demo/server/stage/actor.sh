#!/bin/sh
# An agent of the demo: plays a score line by line in a real terminal, and reports by the real hook scripts.
#   actor.sh <folder of the scores> <session> <agent type> <prompt>
folder=$1 session=$2 type=$3 prompt=${4-}
tab=$(printf '\t')

score=$folder/$session.score
if [ ! -r "$score" ]; then
  # Launched by the visitor: a shell is a shell, and an agent plays what every guest does.
  [ "$type" != shell ] || exec sh -c "$prompt"
  score=$folder/guest.score
  printf '> %s\n\n' "$prompt"
fi

main() {
  while IFS=$tab read -r what one two <&3; do
    case $what in
      say) printf '%s%s\n' "$one" "${two:+  $two}" ;;
      wait) sleep "$one" ;;
      hold) until [ -e "$folder/$one.cue" ]; do sleep 0.2; done ;;
      report) report "$one" "$two" ;;
      listen) listen ;;
      leave) exit "$one" ;;
    esac
  done 3<"$score"
}

report() {
  if command -v bash >/dev/null; then
    printf '%s' "$2" | bash "$SERVICE_HOME/bin/orrery-hook.sh" "$1" "$type"
  else
    sh "$SERVICE_HOME/bin/orrery-hook-fallback.sh" "$1" "$type"
  fi
}

listen() {
  printf '> '
  read -r _ || exit 1
  report UserPromptSubmit '{}'
}

main
