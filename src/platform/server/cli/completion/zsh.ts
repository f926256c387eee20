// Completion for zsh.
import { flatten, type TreeCommand } from './command-tree.ts'
import { shellQuoted } from '#base/shell-word.ts'

export function zshCompletion(tree: TreeCommand): string {
  const commands = flatten(tree)
  const nested = commands.filter(({ path }) => path.length > 0).map(({ path }) => shellQuoted(`/${path.join('/')}`))
  const values = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flags, choices }) =>
          `    ${flags.map((flag) => shellQuoted(`${key(command)} ${flag}`)).join('|')}) ${valuesOf(choices)}; return ;;`,
      ),
  )
  const offers = commands.map((command) => `    ${pattern(command)}) offers=(${offersOf(command).join(' ')}) ;;`)
  const sessions = commands.filter(({ takesSessions }) => takesSessions).map(pattern)
  return `#compdef orrery
# zsh completion for orrery; load it with: source <(orrery completion zsh)
_orrery() {
  local at= i
  local -a offers names
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      ${nested.join('|')}) at="$at/\${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${offers.join('\n')}
  esac
  _describe orrery offers
  case "$at" in
    ${sessions.join('|')}) names=(\${(f)"$(orrery ls --names 2>/dev/null)"}); compadd -a names ;;
  esac
}
if [ "\${funcstack[1]}" = _orrery ]; then _orrery "$@"; else compdef _orrery orrery; fi
`
}

const key = ({ path }: TreeCommand): string => path.map((name) => `/${name}`).join('')
const pattern = (command: TreeCommand): string => shellQuoted(key(command))

function offer(name: string, summary: string): string {
  return shellQuoted(`${name.replaceAll(':', String.raw`\:`)}:${summary}`)
}

/** `name:summary`, with the colons of the name itself escaped. */
function offersOf({ commands, options, choices }: TreeCommand): string[] {
  return [
    ...commands.map(({ path, summary }) => offer(path.at(-1) ?? '', summary)),
    ...choices.map((choice) => offer(choice, '')),
    ...options.flatMap(({ flags, summary }) => flags.slice(-1).map((flag) => offer(flag, summary))),
  ]
}

function valuesOf(choices: readonly string[]): string {
  return choices.length === 0 ? '_files' : `compadd -- ${choices.map(shellQuoted).join(' ')}`
}
