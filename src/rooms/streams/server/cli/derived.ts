// `orrery derived`: commands, files and a line that sums them up.
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import type { Derived } from '../../contract.ts'
import { streamRoutes } from '../bound-routes.ts'
import type { StreamsCliPorts } from '../ports.ts'

export async function showDerived(cli: Cli, ports: StreamsCliPorts, typed: string): Promise<void> {
  const answer = await cli.api.ask(streamRoutes.readDerived, { params: { id: await idOf(cli, ports, typed) } })
  cli.output.result(answer, derivedText(answer.derived))
}

/** A file by its name, or by the end of its path where one alone has that. */
export async function showDiff(
  cli: Cli,
  ports: StreamsCliPorts,
  { typed, file }: { readonly typed: string; readonly file: string },
): Promise<void> {
  const params = { id: await idOf(cli, ports, typed) }
  const { derived } = await cli.api.ask(streamRoutes.readDerived, { params })
  const named = derived.files.filter(({ path }) => path === file || path.endsWith(`/${file}`))
  const [found] = named
  if (named.length > 1)
    throw new CliError('usage', `More than one file that it changed is called ${printable(file)}.`, {
      hints: named.map(({ path }) => `Meant may be: ${printable(path)}`),
    })
  const answer = await cli.api.ask(streamRoutes.readDiff, { params, query: { path: found?.path ?? file } })
  const { text, why, is_cut: isCut } = answer.diff
  const lines = (text ?? why ?? '').replace(/\n$/, '').split('\n').map(printable)
  cli.output.result(answer, [...lines, ...(isCut ? ['(the rest is not shown)'] : [])].join('\n'))
}

async function idOf(cli: Cli, { findSession }: StreamsCliPorts, typed: string): Promise<string> {
  return /^[a-z0-9]{16}$/.test(typed) ? typed : (await findSession(cli, typed)).id
}

const marks = { true: 'ok', false: 'failed', null: '?' } as const

export function derivedText({ summary, commands, earlier, env, files, cwd, unknown }: Derived): string {
  const lines = [
    summary,
    ...(cwd === null ? [] : [`in ${printable(cwd)}`]),
    ...(commands.length === 0 ? [] : ['', 'Commands']),
    ...(earlier === 0 ? [] : [`  (${earlier} before these)`]),
    ...commands.map(({ at, ok, exit_code: code, command, is_cut: isCut }) => {
      const mark = (code === null || code === 0 ? marks[`${ok}`] : `exit ${code}`).padEnd(8)
      return `  ${clockText(at)}  ${mark}  ${printable(command ?? 'unknown')}${isCut ? '…' : ''}`
    }),
    ...(env.length === 0 ? [] : ['', 'Variables']),
    ...env.map(({ name, change }) => `  ${change.padEnd(7)}  ${printable(name)}`),
    ...(files.length === 0 ? [] : ['', 'Files']),
    ...files.map(({ path, status, added, removed }) => {
      const lines = added === null || removed === null ? '' : `  +${added} −${removed}`
      return `  ${status.padEnd(7)}  ${printable(path)}${lines}`
    }),
    ...(unknown.length === 0 ? [] : ['', 'Not known']),
    ...unknown.map((sentence) => `  ${sentence}`),
  ]
  return lines.join('\n')
}
