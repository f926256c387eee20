// A device as everybody sees it, from what is stored of it and what its connection tells.
import { adapterOf } from '#base/harness/catalog.ts'
import { secondMs } from '#base/time.ts'
import { localDeviceId, type Device, type DeviceVariant, type OutdatedSide } from '../contract.ts'
import type { HostFacts } from '../contract/from-device.ts'
import { unionOf } from './capabilities.ts'
import { isOffline } from './channel/liveness.ts'

/** What is stored of a device, in the words of the wire. */
export type StoredDevice = Pick<
  Device,
  | 'id'
  | 'label'
  | 'hostname'
  | 'private_ip'
  | 'fingerprint'
  | 'paired_at'
  | 'revoked_at'
  | 'platform'
  | 'version'
  | 'tags'
  | 'last_heartbeat'
  | 'clone_seen_at'
> & {
  /** Empty for the hub's own machine. */
  readonly public_key: string
  readonly age_recipient: string
  /** What the device signed of a recipient that is not the one of its claim; null where the claim's own counts. */
  readonly recipientProof: { readonly public_key: string; readonly text: string; readonly signature: string } | null
  /** What was installed at pairing: told until the first heartbeat says more. */
  readonly harnesses: readonly string[]
  /** What its last heartbeat told, of this life of the hub or an earlier one. */
  readonly facts: HostFacts | null
}

/** How a device is connected; times pass evenly, whatever is done to clocks. */
export type Presence = {
  readonly connectedSinceMs: number
  /** The same moment by the hub's clock, for people; it stays, whatever is done to the clock. */
  readonly connectedAt: string
  readonly lastHeartbeatMs: number
}

export type ViewParts = {
  readonly presence: Presence | null
  /** It went away without a goodbye. */
  readonly isSilent: boolean
  /** The side to update, when it dialed last and was not understood. */
  readonly outdated: OutdatedSide | null
  readonly activeSessions: number
  readonly droppedFrames: number
  readonly passedMs: number
}

export function viewOf(
  stored: StoredDevice,
  { presence, isSilent, outdated, activeSessions, droppedFrames, passedMs }: ViewParts,
): Device {
  const { facts, harnesses } = stored
  const isRevoked = stored.revoked_at !== null
  const isLate = presence !== null && isOffline(presence.lastHeartbeatMs, passedMs)
  const online = !isRevoked && presence !== null && !isLate
  const present = online ? presence : null
  return {
    // One by one: the hub stores more of a device than anybody is told.
    id: stored.id,
    label: stored.label,
    hostname: stored.hostname,
    private_ip: stored.private_ip,
    public_key: stored.public_key === '' ? null : stored.public_key,
    fingerprint: [...stored.fingerprint],
    paired_at: stored.paired_at,
    revoked_at: stored.revoked_at,
    platform: stored.platform,
    version: stored.version,
    tags: [...stored.tags],
    last_heartbeat: stored.last_heartbeat,
    clone_seen_at: stored.clone_seen_at,
    status: isRevoked ? 'revoked' : online ? 'online' : 'offline',
    is_unreachable: !isRevoked && !online && (isSilent || isLate),
    outdated: isRevoked || online ? null : outdated,
    free_ram: facts?.free_ram ?? null,
    total_ram: facts?.total_ram ?? null,
    load: facts?.load ?? null,
    cores: facts?.cores ?? null,
    capabilities: unionOf(stored.tags, facts?.capabilities ?? []),
    installedHarnesses: [...(facts?.installedHarnesses ?? harnesses)],
    harness_versions: versionsOf(facts),
    models: [...(facts?.models ?? [])],
    gpus: [...(facts?.gpus ?? [])],
    gateway: facts?.gateway ?? null,
    connected_since: present?.connectedAt ?? null,
    connected_duration:
      present === null ? null : Math.round((present.lastHeartbeatMs - present.connectedSinceMs) / secondMs),
    is_local: stored.id === localDeviceId,
    active_sessions: activeSessions,
    dropped_frames: droppedFrames,
  }
}

function versionsOf(facts: HostFacts | null): Device['harness_versions'] {
  const told = Object.entries(facts?.harness_versions ?? {})
  return Object.fromEntries(told.map(([name, version]) => [name, { version, tried: adapterOf(name)?.tried ?? null }]))
}

/** What its capabilities add to the picture of a device; null when they add nothing. */
export function variantOf({ capabilities, gpus, models, gateway }: Device): DeviceVariant | null {
  const variant = {
    gpus: capabilities.includes('gpu-cuda') && gpus.length > 0 ? gpus : null,
    models: capabilities.includes('mother-llm') ? models : null,
    gateway,
  }
  return Object.values(variant).every((part) => part === null) ? null : variant
}
