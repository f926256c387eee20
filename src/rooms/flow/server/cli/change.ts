// `orrery strand enable | disable | reload`.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import { printable } from '#base/printable.ts'
import type { Strand } from '../../contract.ts'
import { flowRoutes } from '../bound-routes.ts'
import { findStrand } from './api.ts'
import { placeOf } from './list.ts'

/** Only a mirrored job is switched from here; of a strand from a file this tells where it is set, and fails. */
export async function switchStrand(cli: Cli, name: string, enabled: boolean): Promise<void> {
  const strand = await findStrand(cli, name)
  if (strand.origin !== 'synthetic') throw whereItIsSet(strand, enabled)
  const answer = await cli.api.ask(flowRoutes.switchStrand, { params: { id: strand.id }, body: { enabled } })
  cli.output.result(answer, `${strand.id} is ${answer.strand.enabled ? 'on' : 'off'}`)
}

function whereItIsSet({ id, origin, modulePath, enabled: isOn }: Strand, enabled: boolean): CliError {
  const state = isOn === enabled ? `it is ${isOn ? 'on' : 'off'} already` : `it is ${isOn ? 'on' : 'off'} now`
  const edit = `There set: enabled: ${String(enabled)}`
  const reload = 'Then: orrery strand reload'
  const hints =
    origin === 'builtin'
      ? [`It came with Orrery. Put a copy into your folder, which wins: orrery strand new --from ${id}`, edit, reload]
      : [`Its file: ${modulePath}`, edit, reload]
  return new CliError('refused', `${id} is switched in its file (${state})`, { hints })
}

export async function reloadStrands(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(flowRoutes.reloadStrands)
  const { loaded, errors } = answer
  const lines = [
    `${loaded === 1 ? '1 strand' : `${loaded} strands`} loaded`,
    ...errors.map((error) => `${placeOf(error)}: ${printable(error.reason)}`),
  ]
  cli.output.result(answer, lines.join('\n'))
  if (errors.length > 0) cli.exitCode = exitCodes.refused.code
}
