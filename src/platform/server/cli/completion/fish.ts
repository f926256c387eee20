// Completion for fish.
import { flatten, type TreeCommand, type TreeOption } from './command-tree.ts'
import { shellQuoted } from '#base/shell-word.ts'

export function fishCompletion(tree: TreeCommand): string {
  const lines = flatten(tree).flatMap((command) => {
    const here = `complete -c orrery -n ${shellQuoted(condition(command))}`
    const names = command.commands.map(
      ({ path, summary }) => `${here} -f -a ${shellQuoted(path.at(-1) ?? '')} -d ${shellQuoted(summary)}`,
    )
    const options = command.options.map((option) => `${here} ${optionText(option)}`)
    const choices = command.choices.length === 0 ? [] : [`${here} -f -a ${shellQuoted(command.choices.join(' '))}`]
    const sessions = command.takesSessions ? [`${here} -f -a '(orrery ls --names 2>/dev/null)'`] : []
    return [...names, ...options, ...choices, ...sessions]
  })
  return `# fish completion for orrery; load it with: orrery completion fish | source
${lines.join('\n')}
`
}

/** True while the words so far lead to this command and not yet to one below it. */
function condition({ path, commands }: TreeCommand): string {
  const below = commands.map((command) => command.path.at(-1)).join(' ')
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`)
  const notBelow = below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`]
  return [...seen, ...notBelow].join('; and ')
}

function optionText({ flags, takesValue, choices, summary }: TreeOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = takesValue ? ['-r'] : []
  const offered = choices.length === 0 ? [] : [`-f -a ${shellQuoted(choices.join(' '))}`]
  return [...names, ...value, ...offered, `-d ${shellQuoted(summary)}`].join(' ')
}
