// `orrery settings test`: by the service while it runs, since that is who will use it, else by the command itself.
import type { CliGround } from '#platform/server/cli/cli-room.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { SettingsTest, SettingsTested, Tested } from '../../contract.ts'
import { settingsRoutes } from '../bound-routes.ts'
import { testSettings } from '../test-settings.ts'

export type AskedTest = { readonly what: Tested; readonly agentType: string | undefined }

export async function testWhatIsSet(ground: CliGround, asked: AskedTest): Promise<void> {
  const { cli } = ground
  const told = await run(ground, testOf(ground, asked))
  const lines = told.steps.map(
    ({ title, works, says, took_ms: ms }) => `${works ? 'ok' : 'failed'}  ${title}: ${says} (${ms} ms)`,
  )
  const server = told.server === null ? [] : [`Server: ${told.server}`]
  const models = told.models.map((name) => `    ${name}`)
  const printed = told.printed === null ? [] : ['It printed:', ...told.printed.split('\n').map((line) => `    ${line}`)]
  cli.output.result(told, [...lines, ...server, ...models, ...printed].join('\n'))
  for (const { hint } of told.steps) if (hint !== null) cli.output.note(hint)
  if (!told.works) cli.exitCode = exitCodes.refused.code
}

function testOf({ config }: CliGround, { what, agentType }: AskedTest): SettingsTest {
  if (what !== 'agent') return { what }
  if (agentType !== undefined) return { what, agent_type: agentType }
  throw new CliError('usage', 'which agent type?', { hints: [`One of ${Object.keys(config().agents).join(', ')}.`] })
}

async function run({ cli, config }: CliGround, test: SettingsTest): Promise<SettingsTested> {
  const now = config()
  // A launch is the service's: without one `ask` says how to start it.
  if (test.what === 'agent' || isHomeLocked(now.home)) {
    return cli.api.within(patienceMs).ask(settingsRoutes.testSettings, { body: test })
  }
  return testSettings(test.what, now, cli.process)
}

/** A model that loads first takes its time: `model.timeoutSeconds` is 290 at most. */
const patienceMs = 300_000
