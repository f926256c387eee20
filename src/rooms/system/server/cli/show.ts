// `orrery system`: how the service stands, in the words of the page.
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import { systemLines, type SystemLine } from '../../core/system-lines.ts'
import { systemRoutes } from '../bound-routes.ts'

const colours: Readonly<Record<SystemLine['level'], Colour>> = { ok: 'dim', warn: 'yellow', fail: 'red' }

export async function showSystem(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(systemRoutes.readSystem)
  const lines = systemLines(answer)
  const widest = Math.max(...lines.map(({ name }) => name.length))
  const text = lines.map(
    ({ name, level, text }) => `${cli.output.paint(colours[level], name.padEnd(widest))}  ${printable(text)}`,
  )
  cli.output.result(answer, text.join('\n'))
}
