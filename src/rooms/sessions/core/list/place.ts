// Which device a session runs on, as cards, panels and the command line name it.
import type { Device } from '#rooms/devices/contract.ts'
import type { Session } from '../../contract.ts'
import { livesHere } from '../lives-here.ts'

/** A device, or another node, by its name, and since when it is away: null while it is there, and where nobody knows. */
export type Place = {
  /** The device's. */
  readonly id: string
  readonly label: string
  readonly standing: 'online' | 'unreachable' | 'offline' | 'revoked'
  readonly since: string | null
}

/** The hub's own machine as a device. */
const localDeviceId = 'local'

/**
 * What runs in this machine's own tmux runs on the hub's machine, too. Null for a session whose device is not chosen yet, and for
 * one that runs on the machine of another node, which is no device of ours.
 */
export function deviceIdOf(session: Pick<Session, 'origin' | 'device_id' | 'node'>): string | null {
  if (livesHere(session)) return localDeviceId
  return session.node === undefined ? session.device_id : pairedIdOf(session)
}

/** Which sessions are asked for: of one device, of one harness; all where it is not said. */
export type ListedWhere = { readonly device?: string | undefined; readonly harness?: Session['harness'] | undefined }

/** Whether it is among those. */
export function isListed(
  session: Pick<Session, 'origin' | 'device_id' | 'node' | 'harness'>,
  { device, harness }: ListedWhere,
): boolean {
  return (
    (device === undefined || deviceIdOf(session) === device) && (harness === undefined || session.harness === harness)
  )
}

/** The name of the node on whose own machine a session runs; null for this one's, and for what runs on a paired device. */
export function nodeNameOf(session: Pick<Session, 'origin' | 'device_id' | 'node'>): string | null {
  const { node, origin, device_id: device } = session
  if (node === undefined || (origin === 'fabric' && device === null)) return null
  return pairedIdOf(session) === null ? node.name : null
}

/** Every node calls its own machine the same. */
function pairedIdOf({ device_id: id }: Pick<Session, 'device_id'>): string | null {
  return id === localDeviceId ? null : id
}

/** Where a session of another node runs: there, unless it runs on a device and that node can tell of it. Null for our own. */
export function nodePlaceOf(session: Pick<Session, 'node' | 'device_id'>): Place | null {
  const { node } = session
  if (node === undefined || (node.unreachable_since === null && pairedIdOf(session) !== null)) return null
  const { name, unreachable_since: since } = node
  return { id: `node ${name}`, label: name, standing: since === null ? 'online' : 'unreachable', since }
}

type Told = Pick<Device, 'id' | 'label' | 'status' | 'is_unreachable' | 'is_local' | 'last_heartbeat'>

/** The devices that are worth a word: none where the hub's own machine is the only one. */
export function placesOf(devices: readonly Told[]): Place[] {
  const [first, ...others] = devices
  return others.length === 0 && first?.is_local === true ? [] : devices.map(toPlace)
}

function toPlace({ id, label, status, is_unreachable: isSilent, last_heartbeat: heard }: Told): Place {
  return {
    id,
    label,
    standing: status === 'offline' && isSilent ? 'unreachable' : status,
    since: status === 'online' ? null : heard,
  }
}

/** Of a session whose device is in no list any more. */
export function revokedPlace(id: string): Place {
  return { id, label: 'revoked device', standing: 'revoked', since: null }
}

type Living = Pick<Session, 'ended_at' | 'state'>

/** Whether nobody knows what the session does now, because its device is away. */
export function isOutOfReach({ ended_at: endedAt, state }: Living, { standing }: Place): boolean {
  return endedAt === null && state !== 'idle' && (standing === 'unreachable' || standing === 'offline')
}

/** `forge`, and for one that is out of reach `forge, unreachable since 10:12`. */
export function placeWords(session: Living, place: Place, clock: (iso: string) => string): string {
  const { label, standing, since } = place
  if (!isOutOfReach(session, place)) return label
  return since === null ? `${label}, ${standing}` : `${label}, ${standing} since ${clock(since)}`
}
