// `orrery hook status` and `test`.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { HookClient } from '../../core/clients.ts'
import { stateWords, testWords } from '../../core/state-words.ts'
import { hookRoutes } from '../bound-routes.ts'
import { lookAtHooks } from '../install/look.ts'
import type { ScriptSettings } from '../scripts/write-scripts.ts'

export async function showStatus({ home, process, output }: Cli, scripts: ScriptSettings): Promise<void> {
  const seen = await lookAtHooks({ home, userHome: process.userHome, environment: process.environment }, scripts)
  const { file, state, version } = seen.script
  const table = formatTable(
    seen.clients,
    [
      { title: 'CLIENT', text: ({ label }) => label },
      { title: 'HOOKS', text: stateWords, shrinks: { minimum: 20 } },
      { title: 'SETTINGS', text: ({ file: settings }) => settings },
    ],
    output.width,
  )
  output.result(seen, `${table}\nscript ${file}: ${state}${version === null ? '' : `, version ${version}`}`)
  for (const { reason } of seen.clients) if (reason !== null) output.note(reason)
}

export async function testHooks({ api, output }: Cli, client: HookClient): Promise<void> {
  const told = await api.ask(hookRoutes.testHooks, { query: { client } })
  if (!told.arrived)
    throw new CliError('refused', told.reason ?? testWords(told), { hints: told.hint === null ? [] : [told.hint] })
  output.result(told, testWords(told))
  if (told.reason !== null) output.note(`${told.reason} ${told.hint ?? ''}`)
}
