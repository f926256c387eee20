// The command line as data, read from commander: what completion scripts are made of.
import type { Command, Option } from 'commander'

export type TreeOption = {
  /** `-s`, `--state`. */
  readonly flags: readonly string[]
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly summary: string
}

export type TreeCommand = {
  /** Names from the root on, without the root's own: `['hook', 'send']`. */
  readonly path: readonly string[]
  readonly summary: string
  readonly options: readonly TreeOption[]
  readonly commands: readonly TreeCommand[]
  /** Whether its arguments are sessions, whose names are asked for at completion time. */
  readonly takesSessions: boolean
  readonly choices: readonly string[]
}

export function commandTree(root: Command): TreeCommand {
  const shared = root.options.filter((option) => isShown(option) && option.long !== '--version')
  return toTree(root, [], shared.map(toTreeOption))
}

function toTree(command: Command, path: readonly string[], shared: readonly TreeOption[]): TreeCommand {
  const own = path.length === 0 ? [] : command.options.filter(isShown).map(toTreeOption)
  return {
    path,
    summary: command.summary() === '' ? command.description() : command.summary(),
    options: [...own, ...shared, { flags: ['-h', '--help'], takesValue: false, choices: [], summary: 'show help' }],
    commands: command
      .createHelp()
      .visibleCommands(command)
      .filter(isOwn)
      .map((sub) => toTree(sub, [...path, sub.name()], shared)),
    takesSessions: command.registeredArguments.some((argument) => argument.name() === 'session'),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }
}

/** Every command of the tree, parents before children. */
export function flatten(command: TreeCommand): TreeCommand[] {
  return [command, ...command.commands.flatMap(flatten)]
}

function toTreeOption(option: Option): TreeOption {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
    summary: option.description,
  }
}

const isShown = (option: Option): boolean => !option.hidden
/** `help` is added by commander and completed as an option. */
const isOwn = (command: Command): boolean => command.name() !== 'help'
