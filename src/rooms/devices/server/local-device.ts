// The hub's own machine as a device: without a key, since it dials nobody. Of its row only what a person gave it counts.
import { hostname } from 'node:os'
import { toIso } from '#base/time.ts'
import { version } from '#platform/server/version.ts'
import type { FrameSocket } from '#platform/server/ws/frame-socket.ts'
import { localDeviceId } from '../contract.ts'
import type { DeviceRecord } from './device-store.ts'

/** How the daemon inside the hub reaches it. */
export interface LocalHub {
  /** Its id and key, which the daemon holds its greeting against. */
  readonly identity: { readonly id: string; readonly publicKey: string }
  /** Takes the hub's end of a connection. */
  accept(socket: FrameSocket): void
}

/**
 * `local` as it is with this start, and the others as they were stored; null where this machine is no device. What was given to
 * it by hand stays; a name that nobody chose follows the machine's own.
 */
export function withLocal(stored: readonly DeviceRecord[], local: DeviceRecord | null): DeviceRecord[] {
  const others = stored.filter(({ id }) => id !== localDeviceId)
  const kept = stored.find(({ id }) => id === localDeviceId)
  if (local === null) return others
  if (kept === undefined) return [local, ...others]
  const { tags, paired_at, label, hostname: lastName } = kept
  return [{ ...local, tags, paired_at, label: label === lastName ? local.label : label }, ...others]
}

export function localRecord(nowMs: number): DeviceRecord {
  const name = hostname()
  return {
    id: localDeviceId,
    label: name,
    hostname: name,
    private_ip: null,
    public_key: '',
    fingerprint: [],
    age_recipient: '',
    recipientProof: null,
    platform: `${process.platform} ${process.arch}`,
    version,
    tags: [],
    harnesses: [],
    paired_at: toIso(nowMs),
    revoked_at: null,
    codeSha256: '',
    claim: '',
    claimSignature: '',
    facts: null,
    last_heartbeat: null,
    clone_seen_at: null,
  }
}
