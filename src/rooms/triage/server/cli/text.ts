// What the triage commands share in reading and saying.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { removedSchema } from '#platform/contract.ts'

/** The words of the command line, or all of stdin where the only word is a dash. */
export async function textFrom(cli: Cli, words: readonly string[]): Promise<string> {
  const text = words.length === 1 && words[0] === '-' ? await cli.process.readStdin() : words.join(' ')
  if (text.trim() === '') throw new CliError('usage', 'there is no text', { hints: ['Give it as words or on stdin.'] })
  return text
}

/** Deletes one after the other, and says so. */
export async function removeAll(cli: Cli, path: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await cli.api.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}`, answer: removedSchema })
  }
  cli.output.result({ ok: true, ids }, ids.map((id) => `${id} is deleted`).join('\n'))
}

/** `2026-11-20 08:15`, in the time of the machine. */
export function whenText(iso: string): string {
  // Swedish writes dates as ISO does.
  return new Date(iso).toLocaleString('sv-SE').slice(0, 16)
}
