// A program that is not there: the words for it, and how it is installed where we know that.

import { installCommands } from '#base/harness/install-commands.ts'

/** `claude is not installed: npm install -g …`, or what else helps. */
export function notInstalled(program: string): string {
  return `${program} is not installed: ${installCommandOf(program) ?? 'install it, or add its folder to the PATH of the service'}`
}

/** What the script of a launch prints of a program that it did not find. */
const printed = /^(.+?) is not installed, or not on PATH \(/

/** The program that such a line of the script names; null for any other line. */
export function missingProgramOf(line: string): string | null {
  return printed.exec(line)?.[1] ?? null
}

/** The two halves of `notInstalled` where a command helps: what is wrong, and the command; null for any other words. */
export function missingParts(words: string): { readonly what: string; readonly command: string } | null {
  const [, what = '', program = '', command = ''] = /^((.+?) is not installed): (.+)$/.exec(words) ?? []
  return command !== '' && command === installCommandOf(program) ? { what, command } : null
}

/** Whether these are the words of `notInstalled`: ours, and none that the program wrote. */
export function saysNotInstalled(words: string): boolean {
  const program = /^(.+?) is not installed: /.exec(words)?.[1]
  return program !== undefined && words === notInstalled(program)
}

/** Null where we know of none. */
export function installCommandOf(program: string): string | null {
  return Object.entries(installCommands).find(([name]) => name === program)?.[1] ?? null
}
