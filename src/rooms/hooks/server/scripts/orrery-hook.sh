#!/usr/bin/env bash
# Reports one lifecycle event of an agent to Orrery. An agent waits for this, so: nothing on stdout or stderr, always exit 0,
# at most 2 s, and no child process but the watchdog that keeps the 2 s.
#   orrery-hook.sh <hook event> [agent type]   with the client's JSON on stdin
#   orrery-hook.sh --exit <status>             when the agent's process has ended

[[ -n ${SERVICE_SESSION_TMUX-} ]] || exit 0
exec >/dev/null 2>&1
LC_ALL=C # bytes, so that lengths are Content-Lengths
umask 077

# Written in from config.json (hooks.promptSubmit, hooks.interactiveStop).
prompt_submit=working
interactive_stop=to_review
# Written in, too: a folder on another disk, for when that of the home is full.
second_folder=

# Seconds. Together below 2: stdin, then both answers, all of it under the watchdog.
if ((BASH_VERSINFO[0] > 4 || (BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] > 0))); then
  stdin_wait=.25 first_wait=.7 second_wait=.5 watchdog_wait=1.4
else # macOS ships 3.2, which knows whole seconds only: after a silent first port none is left for the second
  stdin_wait=1 first_wait=1 second_wait=1 watchdog_wait=1
fi
# The fields of interest stand at the front of the client's JSON.
stdin_bytes=4096
metadata_chars=200
# Of a tool's command and file.
tool_chars=1000

main() {
  local body event more='' agent_type='' payload='' metadata='' open=
  choose_event "$@" || return
  if [[ $1 != --exit ]]; then
    describe "$1"
    tell_tool "$1"
    identify
  fi
  compose
  trap '' PIPE
  trap 'spool; exit 0' ALRM
  # A full listen backlog would hold connect() for minutes. The watchdog ends with us: then its stdin closes.
  exec 8> >(read -r -t "$watchdog_wait"; (($? > 128 || BASH_VERSINFO[0] < 4)) && kill -ALRM $$)
  deliver
}

# Sets $event, and $more to the further members of the body.
choose_event() {
  agent_type=code-agent
  case $1 in
    PostToolUse | PostToolUseFailure | AfterTool) event=tool_use ;;
    Notification | PermissionRequest)
      event=to_review
      # Neither tells that what was asked before is answered.
      more=",\"hook\":\"$1\""
      ;;
    # Told that it may: the tool runs now.
    PermissionReplied) event=running ;;
    StopFailure)
      event=to_review
      # A run that prints ends now, and its wrapper tells how: nobody can answer it.
      [[ ${SERVICE_SESSION_INTERACTIVE-} == 1 || -z ${SERVICE_RUN_ID-} ]] || event=exit
      ;;
    SessionStart) event=start ;;
    UserPromptSubmit | BeforeAgent)
      event=prompt_ready
      # The agent is about to work, whatever state the session was in.
      [[ $prompt_submit == letter ]] || more=',"then":["running","start"]'
      ;;
    Stop | AfterAgent)
      event=exit
      # In an interactive session a turn ends, not the agent.
      [[ ${SERVICE_SESSION_INTERACTIVE-} != 1 || $interactive_stop == exit ]] || event=to_review
      ;;
    --exit)
      is_number "${2-}" || return
      event=exit_error more=",\"exit_code\":$((10#$2))"
      ((10#$2)) || event=exit
      agent_type= # the wrapper runs any agent
      return 0
      ;;
    *) return 1 ;;
  esac
  if is_word "${2-}"; then agent_type=$2; fi
}

# Globs, since a regular expression costs twenty times as much.
is_number() { [[ -n $1 && $1 != *[!0-9]* && ${#1} -le 5 ]]; }
is_word() { [[ -n $1 && $1 != *[!A-Za-z0-9_.-]* && ${#1} -le 200 ]]; }

# Sets $metadata to what the event was about, as the inside of a JSON string.
describe() {
  [[ -t 0 ]] || read_payload
  case $1 in
    PostToolUse | PostToolUseFailure | AfterTool | PermissionRequest)
      string_member tool_name && metadata=$value
      first_input && metadata+=": $value"
      ;;
    Notification) string_member message && metadata=$value ;;
    UserPromptSubmit | BeforeAgent) string_member prompt && metadata=$value ;;
    Stop) string_member last_assistant_message && metadata=$value ;;
    AfterAgent) string_member prompt_response && metadata=$value ;;
    StopFailure) { string_member last_assistant_message || string_member error; } && metadata=$value ;;
    SessionStart) string_member source && metadata=$value ;;
  esac
  shorten
}

# Adds what a tool did to $more: which one, its command or file, and where; whether it failed, where the client tells.
tell_tool() {
  local told=''
  case $1 in
    PostToolUse) [[ $agent_type != code-agent ]] || told=',"ok":true' ;;
    PostToolUseFailure) told=',"ok":false' ;;
    AfterTool) ;;
    *) return ;;
  esac
  tool_member tool_name name || return
  tool_member command command
  tool_member file_path file || tool_member notebook_path file || tool_member filePath file
  tool_member cwd directory
  more+=",\"tool\":{${told:1}}"
}

# tool_member <name in the payload> <name in the body>: that text into $told.
tool_member() {
  local value open metadata metadata_chars=$tool_chars
  string_member "$1" || return
  metadata=$value
  shorten
  told+=",\"$2\":\"$metadata\""
  [[ -z $open && ${#metadata} -eq ${#value} ]] || told+=",\"$2_cut\":true"
}

# The front of stdin into $payload; neither a silent nor an endless stdin holds us.
read_payload() {
  if [[ $stdin_wait == .* ]]; then
    IFS= read -r -t "$stdin_wait" -N "$stdin_bytes" payload
  else
    IFS= read -r -t "$stdin_wait" -n "$stdin_bytes" -d '' payload
  fi
}

# string_member <name>: that member of $payload into $value, still escaped; fails when it is absent or no string.
string_member() {
  local before=${payload%%\"$1\":*}
  ((${#before} < ${#payload})) || return
  string_at $((${#before} + ${#1} + 3))
}

# The first string of the tool's input, as a rule its command or file, into $value.
first_input() {
  local before=${payload%%\"tool_input\":*} between
  ((${#before} < ${#payload})) || return
  local start=$((${#before} + 13))
  local rest=${payload:start:1024}
  between=${rest%%:\"*}
  [[ ${#between} -lt ${#rest} && $between != *\}* ]] || return
  string_at $((start + ${#between} + 1))
}

# string_at <offset>: the JSON string that begins there into $value; $open says that its end was not seen.
string_at() {
  local rest=${payload:$1:1024} part backslashes
  rest=${rest# }
  [[ $rest == \"* ]] || return
  rest=${rest:1} value='' open=1
  while [[ $rest == *\"* ]]; do
    part=${rest%%\"*}
    rest=${rest:${#part}+1}
    value+=$part
    backslashes=${part##*[!\\]}
    if ((${#backslashes} % 2 == 0)); then
      open=
      return 0
    fi
    value+=\"
  done
  value+=$rest
}

# Cuts $metadata to its limit, never inside a character or an escape, and takes out what JSON does not allow.
shorten() {
  local size=$metadata_chars kept=${metadata:0:metadata_chars} heads
  if [[ $metadata == *[!\ -~]* ]]; then
    # Bytes 80-bf continue a character, so the others count the characters.
    while heads=${kept//[$'\x80'-$'\xbf']/}; ((${#heads} < metadata_chars && size < ${#metadata})); do
      size=$((size + metadata_chars - ${#heads})) kept=${metadata:0:size}
    done
    while [[ ${metadata:size:1} == [$'\x80'-$'\xbf'] ]]; do kept=${metadata:0:++size}; done
    [[ -n $open && ${#kept} -eq ${#metadata} ]] && cut_last_character
    kept=${kept//[[:cntrl:]]/ }
  fi
  if [[ -n $open || ${#kept} -lt ${#metadata} ]]; then
    local half_escape='^(.*[^\])?(\\\\)*(\\(u[0-9A-Fa-f]{0,3})?)$'
    [[ $kept =~ $half_escape ]] && kept=${kept:0:${#kept}-${#BASH_REMATCH[3]}}
  fi
  metadata=$kept
}

# A character that the end of what was read may have parted.
cut_last_character() {
  [[ $kept == *[$'\x80'-$'\xff'] ]] && kept=${kept%[$'\xc0'-$'\xff']*}
}

# Adds who speaks to $more: several clients may run in one terminal, one within the other. The line in the settings ends in
# exec, so that the parent is the client itself.
identify() {
  local value open
  more+=",\"client_pid\":$PPID"
  string_member session_id && is_word "$value" && more+=",\"client_session\":\"$value\""
  # Claude Code's word for its interface, as opposed to sdk-cli and others.
  case $agent_type in
    code-agent) [[ ${CLAUDE_CODE_ENTRYPOINT-} == cli ]] ;;
    # The others do not say: an interactive launch of ours draws.
    *) [[ ${SERVICE_SESSION_INTERACTIVE-} == 1 ]] ;;
  esac && more+=',"client_screen":true'
}

# Sets $body.
compose() {
  local session=${SERVICE_SESSION_TMUX:0:200}
  is_word "$session" || escape session
  [[ -n $metadata ]] && more+=",\"metadata\":\"$metadata\""
  [[ -n $agent_type ]] && more+=",\"agent_type\":\"$agent_type\""
  is_word "${SERVICE_RUN_ID-}" && more+=",\"run_id\":\"$SERVICE_RUN_ID\""
  # An answer that comes too late makes the queue bring the same once more: by this name the service knows it.
  more+=",\"report_id\":\"$$-${EPOCHREALTIME-$SECONDS$RANDOM$RANDOM}\""
  body="{\"tmux_session\":\"$session\",\"event\":\"$event\"$more}"
}

# escape <variable>: makes its value the inside of a JSON string.
escape() {
  local text=${!1//[[:cntrl:]]/ } character escaped=''
  while [[ -n $text ]]; do
    character=${text:0:1} text=${text:1}
    [[ $character == [\"\\] ]] && escaped+=\\
    escaped+=$character
  done
  printf -v "$1" %s "$escaped"
}

# To the port we were started with, else to the one in force now, else to the queue that the service drains.
deliver() {
  local port=${SERVICE_HOOK_PORT-} other='' status='' key_port='' key=''
  # Shows the service whose program we are, which it would have to look up otherwise.
  [[ -f $home/hook-key ]] && read -r key_port key <"$home/hook-key"
  post "$port" "$first_wait" && return
  [[ -f $home/hook-port ]] && read -r other <"$home/hook-port"
  [[ $other == "$port" ]] || { post "$other" "$second_wait" && return; }
  # A service that knows no such session will not learn of it from the queue either.
  [[ $status == 404 ]] || spool
}

# post <port> <seconds>: fails unless the service has taken the event or called it malformed; sets $status.
post() {
  is_number "$1" || return
  exec 9<>"/dev/tcp/127.0.0.1/$1" || return
  local answer='' proof=()
  # To the port that the key is for, and to no other: what listens there may be anybody's.
  [[ $1 == "$key_port" ]] && is_word "$key" && proof=("X-Orrery-Hook-Key: $key")
  printf '%s\r\n' 'POST /api/hooks/ingest HTTP/1.1' "Host: 127.0.0.1:$1" 'Content-Type: application/json' \
    "Content-Length: ${#body}" "${proof[@]}" 'Connection: close' '' >&9
  printf %s "$body" >&9
  if [[ $stdin_wait == .* ]]; then
    IFS= read -r -t "$2" -N 12 answer <&9
  else
    IFS= read -r -t "$2" -n 12 answer <&9
  fi
  exec 9>&-
  status=${answer:9:3}
  [[ $status == 2?? || $status == 400 ]]
}

spool() {
  local at
  if [[ -n ${EPOCHREALTIME-} ]]; then at=$EPOCHREALTIME; else at=$(date +%s); fi
  append "$home/hook-queue.jsonl" && return
  [[ -n $second_folder && -d $home ]] || return
  mkdir "$second_folder"
  # Nobody else can have made it if it is ours, and in a folder like /tmp nobody else can replace it.
  [[ -d $second_folder && ! -L $second_folder && -O $second_folder ]] && append "$second_folder/hook-queue.jsonl"
}

# One line in one write, so that lines of several agents never mix. Fails when there is no room; what is no file is no place.
append() {
  [[ -L $1 || (-e $1 && ! -f $1) ]] && return
  printf '%s\n' "${body%\}},\"at\":$at}" >>"$1"
}

case $0 in
  */bin/orrery-*.sh) home=${SERVICE_HOME:-${0%/bin/orrery-*.sh}} ;;
  *) home=${SERVICE_HOME:-${HOME-}/.service} ;;
esac
# The script for approvals takes the functions alone.
[[ $0 == */orrery-approval.sh ]] && return
main "$@"
exit 0
