// What bash reads in the place of ~/.bashrc, which it reads first: then it marks where each command begins and ends.
import { controlCodes, markLimit } from './mark-limits.ts'

/**
 * `nonce` holds letters and digits alone. The prompt, traps and rc files stay as they are; PROMPT_COMMAND and PS0 keep what
 * is in them behind what is ours. Bash keeps a command in its history before PS0 is written: there its text is taken from,
 * and while a line is read HISTCONTROL is put aside, so that a repeated one is found there, too. What HISTCONTROL keeps out
 * is taken out again, and what a leading space hides is not told.
 */
export function bashMarks(nonce: string): string {
  return script.replace('nonce of this launch', nonce)
}

const script = `# Written by Orrery for one launch: marks where commands begin and end.
if [ -r ~/.bashrc ]; then
  . ~/.bashrc
fi
if [[ $- == *i* && ( BASH_VERSINFO[0] -gt 5 || ( BASH_VERSINFO[0] -eq 5 && BASH_VERSINFO[1] -ge 1 ) ) ]]; then

__orrery_nonce='nonce of this launch'
export -n __orrery_nonce
__orrery_count=$((EPOCHSECONDS * 100000))
__orrery_ran=
__orrery_void=
__orrery_control=
__orrery_last=0
__orrery_previous=
__orrery_directory=
declare -A __orrery_env=()

__orrery_encode() {
  local LC_ALL=C code char
  __orrery_text=\${1//%/%25}
  if [[ $__orrery_text == *[[:cntrl:]]* ]]; then
    for code in ${controlCodes.join(' ')}; do
      printf -v char "\\\\x$code"
      __orrery_text=\${__orrery_text//"$char"/%$code}
    done
  fi
}

__orrery_now() {
  local LC_ALL=C
  __orrery_ms=\${EPOCHREALTIME//[!0-9]/}
  __orrery_ms=\${__orrery_ms%???}
}

# The number of the last entry of the history, and its text.
__orrery_entry() {
  local HISTTIMEFORMAT=
  __orrery_line=$(HISTTIMEFORMAT= builtin history 1 2>/dev/null)
  __orrery_line=\${__orrery_line#"\${__orrery_line%%[! ]*}"}
  __orrery_number=\${__orrery_line%%[!0-9]*}
  __orrery_line=\${__orrery_line#"$__orrery_number"}
  __orrery_line=\${__orrery_line#?}
  __orrery_line=\${__orrery_line# }
  [[ -n $__orrery_number ]] || __orrery_number=0
}

# Inside of PS0, in a shell of its own.
__orrery_began() {
  set +eux
  local cut= command=
  __orrery_entry
  __orrery_now
  if [[ $__orrery_number != "$__orrery_last" ]] &&
    ! [[ "$__orrery_control" == *ignore@(space|both)* && $__orrery_line == ' '* ]]; then
    if [[ \${#__orrery_line} -gt ${markLimit} ]]; then
      __orrery_line=\${__orrery_line:0:${markLimit}}
      cut=1
    fi
    __orrery_encode "$__orrery_line"
    command=";c=$__orrery_text"
  fi
  builtin printf '\\e]133;C;o=%s;n=%s;t=%s;x=%s%s\\a' "$__orrery_nonce" "$__orrery_count" "$__orrery_ms" "$cut" "$command"
}

# What bash kept although HISTCONTROL would not have.
__orrery_tidy() {
  [[ $__orrery_number -eq $((__orrery_last + 1)) && -n $__orrery_control ]] || return 0
  if [[ $__orrery_control == *ignore@(space|both)* && $__orrery_line == ' '* ]] ||
    [[ $__orrery_control == *ignore@(dups|both)* && $__orrery_line == "$__orrery_previous" ]]; then
    builtin history -d "$__orrery_number" 2>/dev/null
    __orrery_entry
  fi
}

__orrery_variables() {
  local name names=()
  local -A now=()
  __orrery_changes=
  mapfile -t names < <(compgen -e)
  for name in "\${names[@]}"; do
    case $name in _ | PWD | OLDPWD | SHLVL | COLUMNS | LINES | __orrery*) continue ;; esac
    now[$name]=\${!name-}
    if [[ -z \${__orrery_env[$name]+x} || \${__orrery_env[$name]} != "\${now[$name]}" ]]; then
      __orrery_changes+=,+$name
    fi
    __orrery_env[$name]=\${now[$name]}
  done
  for name in "\${!__orrery_env[@]}"; do
    [[ -z \${now[$name]+x} ]] || continue
    __orrery_changes+=,-$name
    unset "__orrery_env[$name]"
  done
  __orrery_changes=\${__orrery_changes:1:${markLimit}}
}

__orrery_move() {
  local LC_ALL=C path= char index code
  [[ $PWD != "$__orrery_directory" ]] || return 0
  for ((index = 0; index < \${#PWD}; index++)); do
    char=\${PWD:index:1}
    case $char in
      [a-zA-Z0-9/._~-]) path+=$char ;;
      *)
        printf -v code '%d' "'$char"
        printf -v char '%%%02X' $((code & 255))
        path+=$char
        ;;
    esac
  done
  __orrery_directory=$PWD
  builtin printf '\\e]7;file://%s%s#%s\\a' "\${HOSTNAME-}" "$path" "$__orrery_nonce"
}

__orrery_prompt() {
  local code=$? IFS=$' \\t\\n' -
  set +aeux
  if [[ -z $__orrery_ran && -n $__orrery_control && -z \${HISTCONTROL-} ]]; then
    HISTCONTROL=$__orrery_control
  fi
  __orrery_entry
  __orrery_tidy
  __orrery_last=$__orrery_number
  __orrery_previous=$__orrery_line
  __orrery_variables
  __orrery_move
  if [[ -n $__orrery_ran ]]; then
    __orrery_now
    builtin printf '\\e]133;D;%s;o=%s;n=%s;t=%s;e=%s\\a' "$code" "$__orrery_nonce" "$__orrery_count" "$__orrery_ms" "$__orrery_changes"
  fi
  __orrery_ran=
  __orrery_count=$((__orrery_count + 1))
  __orrery_control=\${HISTCONTROL-}
  case $__orrery_control in
    *erasedups*) __orrery_control= ;;
    ?*) HISTCONTROL= ;;
  esac
  [[ \${PS0-} == "$__orrery_ps0"* ]] || PS0=$__orrery_ps0\${PS0-}
} 2>/dev/null

__orrery_ps0='$(__orrery_began 2>/dev/null)\${__orrery_control:+\\e]133;P;\${HISTCONTROL:=$__orrery_control}\\a}\${__orrery_void:$((__orrery_ran=1)):0}'
PROMPT_COMMAND=('__orrery_prompt || :' \${PROMPT_COMMAND[@]+"\${PROMPT_COMMAND[@]}"})

fi
`
