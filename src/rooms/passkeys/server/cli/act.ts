// `orrery passkeys`: those that sign in, another name for one, and one less.
import { formatDuration } from '#base/duration.ts'
import { shown } from '#base/shown.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Passkey } from '../../contract.ts'
import { passkeyRoutes } from '../bound-routes.ts'

export async function listPasskeys(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(passkeyRoutes.listPasskeys)
  const { passkeys } = answer
  cli.output.result(answer, passkeys.length === 0 ? '' : tableOf(passkeys, cli.output))
  if (passkeys.length === 0)
    cli.output.note('There are none. Add one in the browser that is to have it: Settings, Access.')
}

export async function renamePasskey(cli: Cli, named: string, name: string): Promise<void> {
  const { id } = await find(cli, named)
  const { passkey } = await cli.api.ask(passkeyRoutes.renamePasskey, { params: { id }, body: { name } })
  cli.output.result(passkey, `${passkey.id} is ${shown(passkey.name)}`)
}

export async function removePasskey(cli: Cli, named: string): Promise<void> {
  const { id, name } = await find(cli, named)
  const answer = await cli.api.ask(passkeyRoutes.removePasskey, { params: { id } })
  cli.output.result(answer, `${shown(name)} signs nobody in any more`)
  cli.output.note('Logins that were made with it go on. See and end them on the page: Settings, Access.')
}

async function find(cli: Cli, named: string): Promise<Passkey> {
  const { passkeys } = await cli.api.ask(passkeyRoutes.listPasskeys)
  const found = passkeys.filter(({ id, name }) => id === named || name === named)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  const which =
    found.length === 0 ? `no passkey is called ${shown(named)}` : `${found.length} are called ${shown(named)}`
  throw new CliError('refused', which, { hints: ['Name it by its id, as shown by: orrery passkeys'] })
}

const ago = (at: string | null): string =>
  at === null ? 'never' : `${formatDuration(systemClock.now() - fromIso(at))} ago`

function tableOf(passkeys: readonly Passkey[], output: Output): string {
  return formatTable(
    passkeys,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'NAME', text: ({ name }) => name, shrinks: { minimum: 12 } },
      { title: 'FOR', text: ({ host }) => host, shrinks: { minimum: 12 } },
      { title: 'ADDED', text: ({ created_at: at }) => ago(at) },
      { title: 'LAST USED', text: ({ last_used_at: at }) => ago(at) },
    ],
    output.width,
  )
}
