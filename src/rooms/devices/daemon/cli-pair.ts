// `orrery daemon pair`: reads what a person typed, pairs, and shows the six words.
import { systemClock } from '#platform/server/clock.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { Config } from '#platform/server/config/config.ts'
import { hashOfKey } from '#platform/server/ed25519.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { version } from '#platform/server/version.ts'
import { labelSchema, tagsSchema } from '../contract.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { readInvitation, type Invitation } from '../core/pairing/code.ts'
import { readHubAddress } from '../core/pairing/hub-address.ts'
import { deviceFolder, loadKeys, readPaired } from './device-home.ts'
import { createHostLook } from './host-look.ts'
import { pairDevice } from './pair.ts'

export type PairArguments = {
  readonly url: string
  readonly code: string | null
  readonly label?: string
  readonly tag?: readonly string[]
  readonly insecure?: boolean
}

export async function pair(cli: Cli, config: Config, given: PairArguments): Promise<void> {
  const hub = addressOf(cli, given)
  const { label, tags } = namesOf(given)
  const folder = deviceFolder(cli.home)
  const made = makePrivateHome(folder)
  if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
  refusePaired(folder)
  const invitation = invitationOf(given.code ?? (await askForCode(cli)))
  const { environment } = cli.process
  const gatewayPort = Number(new URL(config.gateway.url).port)
  const look = createHostLook({ environment, gatewayPort, timers: systemTimers })
  const parts = { folder, look, version, clock: systemClock }
  const paired = await pairDevice(parts, { hub, invitation, label, tags })
  if (!paired.ok) throw new CliError('refused', paired.error.reason, { hints: [paired.error.hint] })
  const words = fingerprintOf(hashOfKey((await loadKeys(folder)).signer.publicKey))
  const text = `paired with ${hub} as ${paired.value.label}\n\n  ${words.join(' ')}`
  cli.output.result({ device_id: paired.value.device_id, label: paired.value.label, hub, fingerprint: words }, text)
  cli.output.note('\nThe hub shows the same six words. If they differ, somebody else used your code: revoke it there.')
  cli.output.note('Stay connected with: orrery daemon install (or in this terminal: orrery daemon run)')
}

function addressOf(cli: Cli, { url, insecure }: PairArguments): string {
  const address = readHubAddress(url)
  if (address === null) {
    const hints = ['Copy it from the page of devices, as in https://hub.example']
    throw new CliError('usage', `${url} is no address of a hub`, { hints })
  }
  if (address.isSafe) return address.origin
  if (insecure !== true) {
    const hints = ['Give the hub https (publicUrl in its config.json), or add --insecure on a network that you trust.']
    throw new CliError('usage', `${address.origin} has no https: everybody on the way could read along`, { hints })
  }
  cli.output.note(`Without https everybody on the way to ${address.origin} can read what the two say.`)
  return address.origin
}

function namesOf({ label, tag }: PairArguments): { readonly label: string | null; readonly tags: string[] } {
  const name = labelSchema.nullable().safeParse(label ?? null)
  const tags = tagsSchema.safeParse(tag ?? [])
  if (!name.success) throw new CliError('usage', 'a label has 1 to 80 characters')
  if (!tags.success) throw new CliError('usage', `a tag ${tags.error.issues[0]?.message ?? 'is wrong'}`)
  return { label: name.data, tags: tags.data }
}

function refusePaired(folder: string): void {
  const paired = readPaired(folder)
  if (paired === null) return
  throw new CliError('refused', `this machine is paired with ${paired.hub_url} as ${paired.label}`, {
    hints: ['Stay connected with: orrery daemon install', 'Or forget that hub first: orrery daemon unpair'],
  })
}

async function askForCode(cli: Cli): Promise<string> {
  cli.output.note('Code (as the page shows it, with what stands after the dot):')
  return await cli.process.readLine()
}

function invitationOf(typed: string): Invitation {
  const invitation = readInvitation(typed)
  if (invitation !== null) return invitation
  const hints = ['It has two parts, as in K7QP2MXDAB.…: the second tells this machine which hub to believe.']
  throw new CliError('usage', 'this is no pairing code', { hints })
}
