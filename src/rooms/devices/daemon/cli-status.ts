// `orrery daemon status`: what this machine is paired with, and what its daemon does.
import type { Cli } from '#platform/server/cli/cli.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import { hashOfKey } from '#platform/server/ed25519.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { daemonStanding, standingText } from './cli-unit.ts'
import { notPaired } from './cli-refusals.ts'
import { deviceFolder, readKey, readPaired, readStatus } from './device-home.ts'

export async function showStatus(cli: Cli): Promise<void> {
  const folder = deviceFolder(cli.home)
  const paired = readPaired(folder)
  if (paired === null) throw notPaired()
  const runs = isHomeLocked(folder)
  const status = readStatus(folder)
  // What a daemon said that was killed is of no use; that it was revoked stays true.
  const state = runs || status?.state === 'revoked' ? (status?.state ?? 'starting') : 'stopped'
  const since = runs ? (status?.since ?? null) : null
  const key = readKey(folder)
  const words = key === null ? [] : fingerprintOf(hashOfKey(key.publicKey))
  const unit = await daemonStanding(cli)
  const why = state === 'waiting' || state === 'revoked' ? status : null
  const lines = [
    `${state === 'connected' ? cli.output.paint('green', state) : state}${since === null ? '' : ` since ${clockText(since)}`}`,
    ...(why === null || why.reason === null ? [] : [`  ${why.reason}`, `  ${why.hint ?? ''}`]),
    `device       ${paired.label} (${paired.device_id})`,
    `hub          ${paired.hub_url}`,
    `fingerprint  ${words.join(' ')}`,
    `unit         ${standingText(unit)}`,
  ]
  const { device_id, label, hub_url: hub, paired_at } = paired
  const facts = {
    device_id,
    label,
    hub,
    paired_at,
    fingerprint: words,
    state,
    since,
    pid: runs ? (status?.pid ?? null) : null,
    unit,
  }
  cli.output.result({ ...facts, reason: why?.reason ?? null, hint: why?.hint ?? null }, lines.join('\n'))
  if (state !== 'connected') cli.exitCode = exitCodes.unavailable.code
}
