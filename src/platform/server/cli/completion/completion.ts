// `orrery completion <shell>`: a script for the person's shell, made from the command tree itself.
import type { Command } from 'commander'
import { bashCompletion } from './bash.ts'
import { commandTree, type TreeCommand } from './command-tree.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const satisfies Record<
  string,
  (tree: TreeCommand) => string
>

export type Shell = keyof typeof scripts
export const shells = Object.keys(scripts) as Shell[]

export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](commandTree(program))
}
