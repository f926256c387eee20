// What zsh reads as .zshenv, from a folder that is its own only until then: the person's files are read as always, and each
// command is marked where it begins and ends.
import { controlCodes, markLimit } from './mark-limits.ts'

/** `nonce` holds letters and digits alone. */
export function zshMarks(nonce: string): string {
  return script.replace('nonce of this launch', nonce)
}

const script = `# Written by Orrery for one launch: marks where commands begin and end.
if [[ -n \${ORRERY_ZDOTDIR+x} ]]; then
  export ZDOTDIR=$ORRERY_ZDOTDIR
else
  unset ZDOTDIR
fi
unset ORRERY_ZDOTDIR
if [[ -r \${ZDOTDIR-$HOME}/.zshenv ]]; then
  . "\${ZDOTDIR-$HOME}/.zshenv"
fi
if [[ -o interactive ]] && zmodload zsh/datetime zsh/parameter 2>/dev/null; then

typeset -g +x __orrery_nonce='nonce of this launch'
typeset -gi __orrery_count=$((EPOCHSECONDS * 100000))
typeset -g __orrery_ran= __orrery_directory= __orrery_text= __orrery_changes=
typeset -gA __orrery_env

__orrery_encode() {
  emulate -L zsh
  setopt noxtrace nounset
  local code char
  __orrery_text=\${1//\\%/%25}
  for code in ${controlCodes.join(' ')}; do
    printf -v char "\\\\x$code"
    __orrery_text=\${__orrery_text//$char/%$code}
  done
}

__orrery_preexec() {
  local hidden=
  [[ -o histignorespace && $1 == ' '* ]] && hidden=1
  emulate -L zsh
  setopt noxtrace
  local cut= command= line=$1
  integer ms=$((EPOCHREALTIME * 1000))
  if [[ -n $line && -z $hidden ]]; then
    if [[ $#line -gt ${markLimit} ]]; then
      line=$line[1,${markLimit}]
      cut=1
    fi
    __orrery_encode "$line"
    command=";c=$__orrery_text"
  fi
  __orrery_ran=1
  printf '\\e]133;C;o=%s;n=%s;t=%s;x=%s' "$__orrery_nonce" "$__orrery_count" "$ms" "$cut"
  print -rn -- "$command"
  printf '\\a'
}

__orrery_variables() {
  emulate -L zsh
  setopt noxtrace
  local name
  local -A now
  __orrery_changes=
  for name in \${(ok)parameters[(R)*export*]}; do
    case $name in _ | PWD | OLDPWD | SHLVL | COLUMNS | LINES | __orrery*) continue ;; esac
    now[$name]=\${(P)name}
    if [[ -z \${__orrery_env[$name]+x} || $__orrery_env[$name] != "$now[$name]" ]]; then
      __orrery_changes+=,+$name
    fi
    __orrery_env[$name]=$now[$name]
  done
  for name in \${(k)__orrery_env}; do
    [[ -z \${now[$name]+x} ]] || continue
    __orrery_changes+=,-$name
    unset "__orrery_env[$name]"
  done
  __orrery_changes=\${__orrery_changes[2,${markLimit}]}
}

__orrery_move() {
  emulate -L zsh
  setopt noxtrace nomultibyte
  local directory=$PWD path_= char hex
  integer index
  [[ $directory != $__orrery_directory ]] || return 0
  for ((index = 1; index <= $#directory; index++)); do
    char=$directory[index]
    if [[ $char == [a-zA-Z0-9/._~-] ]]; then
      path_+=$char
    else
      printf -v hex '%%%02X' $((#char & 255))
      path_+=$hex
    fi
  done
  __orrery_directory=$directory
  printf '\\e]7;file://%s' "$HOST"
  print -rn -- "$path_#$__orrery_nonce"
  printf '\\a'
}

__orrery_precmd() {
  local code=$?
  emulate -L zsh
  setopt noxtrace
  integer ms=$((EPOCHREALTIME * 1000))
  __orrery_variables
  __orrery_move
  if [[ -n $__orrery_ran ]]; then
    printf '\\e]133;D;%s;o=%s;n=%s;t=%s;e=%s\\a' "$code" "$__orrery_nonce" "$__orrery_count" "$ms" "$__orrery_changes"
  fi
  __orrery_ran=
  __orrery_count+=1
}

typeset -ga precmd_functions preexec_functions
precmd_functions+=(__orrery_precmd)
preexec_functions+=(__orrery_preexec)

fi
`
