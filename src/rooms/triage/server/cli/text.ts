// What the triage commands share in reading and saying.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Removed } from '#platform/contract.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'

/** The words of the command line, or all of stdin where the only word is a dash. */
export async function textFrom(cli: Cli, words: readonly string[]): Promise<string> {
  const text = words.length === 1 && words[0] === '-' ? await cli.process.readStdin() : words.join(' ')
  if (text.trim() === '') throw new CliError('usage', 'there is no text', { hints: ['Give it as words or on stdin.'] })
  return text
}

/** Deletes one after the other, and says so. */
export async function removeAll(
  cli: Cli,
  ids: readonly string[],
  remove: (id: string) => Promise<Removed>,
): Promise<void> {
  for (const id of ids) await remove(id)
  cli.output.result({ ok: true, ids }, ids.map((id) => `${id} is deleted`).join('\n'))
}

/** `2026-11-20 08:15`, in the time of the machine. */
export function whenText(iso: string): string {
  // Swedish writes dates as ISO does.
  return new Date(iso).toLocaleString('sv-SE').slice(0, 16)
}
