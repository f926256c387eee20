#!/bin/sh
# The hook script for machines without bash: same calls, same body without metadata, through curl or wget, else only into
# the queue. Nothing on stdout or stderr, always exit 0, at most 2 s.
#   orrery-hook-fallback.sh <hook event> [agent type]
#   orrery-hook-fallback.sh --exit <status>

[ -n "${SERVICE_SESSION_TMUX-}" ] || exit 0
exec >/dev/null 2>&1 </dev/null
umask 077

# Written in from config.json (hooks.promptSubmit, hooks.interactiveStop).
prompt_submit=working
interactive_stop=to_review
# Written in, too: a folder on another disk, for when that of the home is full.
second_folder=

# Seconds: curl may try two ports, wget, which knows whole seconds only, just one.
curl_wait=0.8
wget_wait=1

main() {
  more=
  agent_type=code-agent
  choose_event "$@" || return 0
  [ "$1" = --exit ] || identify
  compose
  deliver
}

# Sets $event, and $more to the further members of the body.
choose_event() {
  case $1 in
    PostToolUse | PostToolUseFailure | AfterTool) event=tool_use ;;
    Notification | PermissionRequest)
      event=to_review
      # Neither tells that what was asked before is answered.
      more=",\"hook\":\"$1\""
      ;;
    PermissionReplied) event=running ;;
    StopFailure)
      event=to_review
      # A run that prints ends now, and its wrapper tells how: nobody can answer it.
      [ "${SERVICE_SESSION_INTERACTIVE-}" = 1 ] || [ -z "${SERVICE_RUN_ID-}" ] || event=exit
      ;;
    SessionStart) event=start ;;
    UserPromptSubmit | BeforeAgent)
      event=prompt_ready
      [ "$prompt_submit" = letter ] || more=',"then":["running","start"]'
      ;;
    Stop | AfterAgent)
      event=exit
      [ "${SERVICE_SESSION_INTERACTIVE-}" != 1 ] || [ "$interactive_stop" = exit ] || event=to_review
      ;;
    --exit)
      is_number "${2-}" || return 1
      event=exit_error
      agent_type=
      [ "$2" -ne 0 ] || event=exit
      more=",\"exit_code\":$(($2))"
      return 0
      ;;
    *) return 1 ;;
  esac
  if is_word "${2-}"; then agent_type=$2; fi
}

is_number() {
  case $1 in '' | *[!0-9]* | ??????* | 0?*) return 1 ;; esac
}

is_word() {
  case $1 in '' | *[!A-Za-z0-9_.-]*) return 1 ;; esac
  [ "${#1}" -le 200 ]
}

# Adds who speaks to $more: several clients may run in one terminal, one within the other. The line in the settings ends in
# exec, so that the parent is the client itself.
identify() {
  more="$more,\"client_pid\":$PPID"
  # Only Claude Code says whether it draws; an interactive launch of ours of any other does.
  draws=${SERVICE_SESSION_INTERACTIVE-}
  if [ "$agent_type" = code-agent ]; then [ "${CLAUDE_CODE_ENTRYPOINT-}" = cli ] && draws=1 || draws=; fi
  if [ "$draws" = 1 ]; then more="$more,\"client_screen\":true"; fi
}

# Sets $body.
compose() {
  session=$SERVICE_SESSION_TMUX
  is_word "$session" ||
    session=$(printf %s "$session" | tr '\001-\037\177' ' ' | cut -c1-200 | sed 's/[\\"]/\\&/g')
  [ -z "$agent_type" ] || more="$more,\"agent_type\":\"$agent_type\""
  if is_word "${SERVICE_RUN_ID-}"; then more="$more,\"run_id\":\"$SERVICE_RUN_ID\""; fi
  # An answer that comes too late makes the queue bring the same once more: by this name the service knows it.
  more="$more,\"report_id\":\"$$-$(date +%s)\""
  body="{\"tmux_session\":\"$session\",\"event\":\"$event\"$more}"
}

# To the port we were started with, else to the one in force now, else to the queue that the service drains.
deliver() {
  port=${SERVICE_HOOK_PORT-}
  in_force=
  [ ! -f "$home/hook-port" ] || read -r in_force <"$home/hook-port"
  # Shows the service whose program we are, which it would have to look up otherwise.
  key_port=
  key=
  [ ! -f "$home/hook-key" ] || read -r key_port key <"$home/hook-key"
  status=
  if command -v curl; then
    if post_by_curl "$port"; then return 0; fi
    if [ "$in_force" != "$port" ] && post_by_curl "$in_force"; then return 0; fi
  elif command -v wget; then
    if post_by_wget "${in_force:-$port}"; then return 0; fi
  fi
  # A service that knows no such session will not learn of it from the queue either.
  [ "$status" = 404 ] || spool
}

# Both fail unless the service has taken the event or called it malformed, and set $status.
post_by_curl() {
  is_number "$1" || return 1
  proof=
  # To the port that the key is for, and to no other. By stdin, since everybody may read the arguments of a program.
  if [ "$1" = "$key_port" ] && is_word "$key"; then proof="header = \"X-Orrery-Hook-Key: $key\""; fi
  status=$(printf '%s\n' "$proof" | curl -s -K - -o /dev/null -w '%{http_code}' --max-time "$curl_wait" --noproxy '*' \
    -H 'Content-Type: application/json' --data-binary "$body" "http://127.0.0.1:$1/api/hooks/ingest")
  is_final
}

# Without the key: wget would take it as an argument only.
post_by_wget() {
  is_number "$1" || return 1
  status=$(http_proxy='' wget -S -t 1 -T "$wget_wait" -O /dev/null --header='Content-Type: application/json' \
    --post-data="$body" "http://127.0.0.1:$1/api/hooks/ingest" 2>&1)
  case $status in *HTTP/1.1\ *) ;; *) return 1 ;; esac
  status=${status#*HTTP/1.1 }
  status=${status%"${status#???}"}
  is_final
}

is_final() {
  case $status in 2?? | 400) return 0 ;; *) return 1 ;; esac
}

spool() {
  if append "$home/hook-queue.jsonl"; then return 0; fi
  if [ -z "$second_folder" ] || [ ! -d "$home" ]; then return 0; fi
  mkdir "$second_folder"
  # Nobody else can have made it if it is ours, and in a folder like /tmp nobody else can replace it.
  if [ -d "$second_folder" ] && [ ! -L "$second_folder" ] && is_ours "$second_folder"; then
    append "$second_folder/hook-queue.jsonl"
  fi
}

is_ours() { [ -n "$(find "$1" -prune -user "$(id -u)")" ]; }

# Fails when there is no room; what is no file is no place.
append() {
  if [ -L "$1" ] || { [ -e "$1" ] && [ ! -f "$1" ]; }; then return 0; fi
  printf '%s\n' "${body%\}},\"at\":$(date +%s)}" >>"$1"
}

case $0 in
  */bin/orrery-hook-fallback.sh) home=${SERVICE_HOME:-${0%/bin/orrery-hook-fallback.sh}} ;;
  *) home=${SERVICE_HOME:-${HOME-}/.service} ;;
esac
main "$@"
exit 0
