#!/usr/bin/env bash
# Asks Orrery what an agent's client asks a person: may this tool run? It waits for the answer as long as the service lets it
# and prints the client's own word for a decision. Without one, and whatever goes wrong, it prints nothing and exits 0: then
# the client asks in its terminal as ever, where its dialog stands meanwhile.
#   orrery-approval.sh PermissionRequest [agent type]   with the client's JSON on stdin

[[ -n ${SERVICE_SESSION_TMUX-} ]] || exit 0
LC_ALL=C # bytes, so that lengths are Content-Lengths
exec 7>&1 >/dev/null 2>&1
# Whole: what is approved is the input, to its last byte. Not </dev/stdin, which can't be opened where it is a socket.
whole=$(cat)

# How an event is put together and delivered stands in the other script.
source "${0%/*}/orrery-hook.sh"

# Seconds. The service answers a waiting hook after 25.
ask_wait=10 poll_wait=40
# Larger ones are asked in the terminal alone.
most_bytes=900000

read_payload() { payload=${whole:0:stdin_bytes}; }

main_approval() {
  local body event more='' agent_type='' payload='' metadata='' open= content='' status='' id
  [[ -n $whole ]] || return
  choose_event "$@" || return
  describe "$1"
  identify
  compose
  trap '' PIPE
  if ((${#whole} > most_bytes)) || ! ask; then
    deliver
    return
  fi
  [[ $content == *'"id":"'* ]] || return
  id=${content#*\"id\":\"}
  id=${id%%\"*}
  is_word "$id" || return
  await "$id"
}

# To the port we were started with, else to the one in force now; sets $port and $content. Fails unless the service took it.
ask() {
  local given=${SERVICE_HOOK_PORT-} other='' request="${body%\}},\"request\":$whole}"
  key_port='' key=''
  [[ -f $home/hook-key ]] && read -r key_port key <"$home/hook-key"
  exchange "$given" POST /api/hooks/approvals "$ask_wait" "$request" && [[ $status == 201 ]] && return
  [[ -f $home/hook-port ]] && read -r other <"$home/hook-port"
  [[ $other != "$given" ]] && exchange "$other" POST /api/hooks/approvals "$ask_wait" "$request" && [[ $status == 201 ]]
}

# Prints what a person decided; nothing once nobody will.
await() {
  while exchange "$port" GET "/api/hooks/approvals/$1" "$poll_wait" ''; do
    case $status in
      200) printf '%s\n' "$content" >&7 && return ;;
      204) ;;
      *) return ;;
    esac
  done
}

# exchange <port> <method> <path> <seconds> <body>: one request; sets $port, $status and $content, fails without an answer.
exchange() {
  local answer='' proof=()
  is_number "$1" || return
  exec 9<>"/dev/tcp/127.0.0.1/$1" || return
  port=$1
  [[ $1 == "$key_port" ]] && is_word "$key" && proof=("X-Orrery-Hook-Key: $key")
  printf '%s\r\n' "$2 $3 HTTP/1.1" "Host: 127.0.0.1:$1" 'Content-Type: application/json' \
    "Content-Length: ${#5}" "${proof[@]}" 'Connection: close' '' >&9
  printf %s "$5" >&9
  IFS= read -r -d '' -t "$4" answer <&9
  exec 9>&-
  status=${answer:9:3}
  content=${answer#*$'\r\n\r\n'}
  local length=${answer#*[Cc]ontent-[Ll]ength: }
  length=${length%%$'\r'*}
  # Half a decision is none.
  [[ $status == 204 ]] || { is_number "$length" && ((${#content} == length)); }
}

main_approval "$@"
exit 0
