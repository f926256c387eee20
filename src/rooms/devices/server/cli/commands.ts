// What `orrery devices` does, in the words of the page.
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { printable } from '#base/printable.ts'
import { describe } from '../../core/describe.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import { version as ownVersion } from '#platform/server/version.ts'
import type { Device } from '../../contract.ts'
import { adviceFor } from '../../core/advice.ts'
import { tagsTyped, undoOf } from '../../core/undo-change.ts'
import { harnessesShort } from '../../core/harness-words.ts'
import { memoryOf } from '#base/machine-numbers.ts'
import { hubOf, reachOf, type Reach } from '../../core/pairing/pair-command.ts'
import { isOlder } from '#base/is-older.ts'
import { standingOf } from '../../core/standing.ts'
import { deviceRoutes, pairingRoutes } from '../bound-routes.ts'

export type CodeOptions = { readonly label?: string; readonly tag?: string[] }
export type ChangeOptions = CodeOptions

export async function listAll(cli: Cli, withRevoked: boolean): Promise<void> {
  const { ask } = cli.api
  const answer = await (withRevoked ? ask(pairingRoutes.listPaired) : ask(deviceRoutes.listDevices))
  cli.output.result(answer, answer.devices.length === 0 ? '' : table(cli, answer.devices))
  if (answer.devices.length === 0) cli.output.note('No machine is paired. Pair one with: orrery devices pair')
  for (const device of answer.devices) {
    const advice = adviceFor(device, ownVersion)
    if (advice !== null) cli.output.note(`${device.label}: ${advice.text} There: ${advice.command}`)
  }
}

export async function makeCode(cli: Cli, { label, tag }: CodeOptions): Promise<void> {
  const body = { ...(label === undefined ? {} : { label }), ...(tag === undefined ? {} : { capabilities: tag }) }
  const pairing = await cli.api.ask(pairingRoutes.makePairing, { body })
  cli.output.result(pairing, pairing.command)
  cli.output.note(
    'Run it on the other machine within ten minutes; it works once. Then compare the six words that it shows',
  )
  cli.output.note('with those of: orrery devices')
  const hub = hubOf(pairing.command)
  const warning = warnings[reachOf(hub)]
  if (warning !== null) cli.output.note(warning(hub))
}

const warnings: Readonly<Record<Reach, ((hub: string) => string) | null>> = {
  anywhere: null,
  no_https: (hub) => `Without https everybody on the way to ${hub} can read along. Set publicUrl to avoid that.`,
  this_machine: (hub) => `Only this machine reaches ${hub}. Set publicUrl to pair another one.`,
}

export async function cancelCode(cli: Cli, code: string): Promise<void> {
  const answer = await cli.api.ask(pairingRoutes.cancelPairing, { params: { code } })
  cli.output.result(answer, 'the code is cancelled')
}

export async function askAnswer(cli: Cli, name: string): Promise<void> {
  const { id, label } = await find(cli, name)
  const answer = await cli.api.ask(deviceRoutes.pingDevice, { params: { id } })
  cli.output.result(answer, `${label} answered in ${Math.round(answer.rtt_ms)} ms`)
}

export async function showOne(cli: Cli, name: string): Promise<void> {
  const { id } = await find(cli, name)
  const detail = await cli.api.ask(deviceRoutes.readDevice, { params: { id } })
  const rows = describe(detail, clockText)
  const width = Math.max(...rows.map(([term]) => term.length))
  cli.output.result(detail, rows.map(([term, said]) => `${term.padEnd(width)}  ${printable(said)}`).join('\n'))
}

export async function refresh(cli: Cli, name: string): Promise<void> {
  const { id } = await find(cli, name)
  const answer = await cli.api.ask(deviceRoutes.refreshDevice, { params: { id } })
  cli.output.result(answer, table(cli, [answer.device]))
}

export async function changeOne(cli: Cli, name: string, { label, tag }: ChangeOptions): Promise<void> {
  const before = await find(cli, name)
  const { id } = before
  const body = {
    ...(label === undefined ? {} : { label }),
    ...(tag === undefined ? {} : { capabilities: tagsTyped(tag) }),
  }
  const answer = await cli.api.ask(pairingRoutes.changeDevice, { params: { id }, body })
  cli.output.result(answer, table(cli, [answer.device]))
  const undo = undoOf(before, answer.device)
  if (undo !== null) cli.output.note(`Undo: ${undo}`)
}

export async function revoke(cli: Cli, name: string): Promise<void> {
  const { id } = await find(cli, name)
  const answer = await cli.api.ask(pairingRoutes.revokeDevice, { params: { id } })
  cli.output.result(answer, `${answer.device.label} is revoked`)
}

/** By id or name, or the beginning of one if only one device fits. */
async function find(cli: Cli, name: string): Promise<Device> {
  const { devices } = await cli.api.ask(deviceRoutes.listDevices)
  const exact = devices.filter(({ id, label }) => id === name || label === name)
  const fitting =
    exact.length > 0 ? exact : devices.filter(({ id, label }) => [id, label].some((own) => own.startsWith(name)))
  const [first, ...others] = fitting
  if (first !== undefined && others.length === 0) return first
  const what = first === undefined ? `there is no device ${name}` : `${name} fits several devices`
  throw new CliError('refused', what, { hints: ['See which there are with: orrery devices'] })
}

const standingWords = {
  online: 'online',
  outdated: 'needs update',
  unreachable: 'unreachable',
  offline: 'offline',
  revoked: 'revoked',
} as const

const colours = { online: 'green', outdated: 'yellow', unreachable: 'yellow', offline: 'dim', revoked: 'red' } as const

function table(cli: Cli, devices: readonly Device[]): string {
  const { paint, width } = cli.output
  return formatTable(
    devices,
    [
      {
        title: 'STATUS',
        text: (device) => standingWords[standingOf(device)] + (device.clone_seen_at === null ? '' : ', copied key'),
        paint: (text, device) => paint(colours[standingOf(device)], text),
      },
      { title: 'NAME', text: ({ label }) => label },
      { title: 'HOST', text: ({ platform }) => platform },
      {
        title: 'VERSION',
        text: ({ version }) => (isOlder(version, ownVersion) ? `${version}, needs update` : version),
      },
      {
        title: 'BEAT',
        text: ({ last_heartbeat: at }) => (at === null ? '-' : shortSpan(systemClock.now() - fromIso(at))),
      },
      { title: 'FREE RAM', text: (device) => memoryOf(device)?.words ?? '-' },
      { title: 'LOAD', text: ({ load, cores }) => (load === null ? '-' : `${load.toFixed(1)} of ${cores ?? '?'}`) },
      { title: 'HARNESSES', text: (device) => harnessesShort(device).join(', ') || '-' },
      { title: 'WORDS', text: ({ fingerprint }) => fingerprint.join(' '), shrinks: { minimum: 12 } },
      { title: 'ID', text: ({ id }) => id },
    ],
    width,
  )
}
