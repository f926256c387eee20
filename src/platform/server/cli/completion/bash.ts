// Completion for bash (3.2 and newer).
import { flatten, type TreeCommand } from './command-tree.ts'
import { shellQuoted } from '#base/shell-word.ts'

/** Session names are compared, never expanded: `compgen -W` would run a `$(…)` in one. */
export function bashCompletion(tree: TreeCommand): string {
  const commands = flatten(tree)
  const nested = commands.filter(({ path }) => path.length > 0).map(({ path }) => shellQuoted(`/${path.join('/')}`))
  const words = commands.map(
    (command) => `    ${shellQuoted(key(command))}) words=${shellQuoted(wordsOf(command).join(' '))} ;;`,
  )
  const values = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flags, choices }) =>
          `    ${flags.map((flag) => shellQuoted(`${key(command)} ${flag}`)).join('|')}) ${valuesOf(choices)} ;;`,
      ),
  )
  const sessions = commands.filter(({ takesSessions }) => takesSessions).map((command) => shellQuoted(key(command)))
  return `# bash completion for orrery; load it with: source <(orrery completion bash)
_orrery() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= words= name i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${nested.join('|')}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case "$at" in
    ${sessions.join('|')})
      while IFS= read -r name; do
        case "$name" in "$cur"*) COMPREPLY+=("$(printf %q "$name")") ;; esac
      done < <(orrery ls --names 2>/dev/null) ;;
  esac
}
complete -o default -F _orrery orrery
`
}

const key = ({ path }: TreeCommand): string => path.map((name) => `/${name}`).join('')

function wordsOf({ commands, options, choices }: TreeCommand): string[] {
  return [
    ...commands.map(({ path }) => path.at(-1) ?? ''),
    ...choices,
    ...options.flatMap(({ flags }) => flags.slice(-1)),
  ]
}

/** Without choices the shell's own file names are offered. */
function valuesOf(choices: readonly string[]): string {
  return choices.length === 0
    ? 'return'
    : `COMPREPLY=($(compgen -W ${shellQuoted(choices.join(' '))} -- "$cur")); return`
}
