// What the devices room asks of the nodes that share a database: who holds which device.
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { SessionsContext } from '../context.ts'
import { leasesNews, plannedOnDevices } from './leases.ts'
import { nodeThere } from './shown.ts'
import { takeDevice } from './take-over.ts'

/** `daemon`: its process that came; null where none did. */
type TakenDevice = { readonly deviceId: string; readonly daemon: string | null }

export type NodesOfDevices = {
  /** The name of this service among them. */
  readonly here: string
  /** The node that holds a device's connection, or held it last; null where none did. */
  readonly holderOf: (deviceId: string) => string | null
  /** Since when a device is connected to another node that is heard; null while it is not. */
  readonly connectedElsewhere: (deviceId: string) => string | null
  /** Since when a node is unreachable; null while it is heard. */
  readonly unreachableSince: (node: string) => string | null
  /**
   * Takes a device with its sessions; `reload` is told who had it, null for nobody, and is written in the same commit. Rejects
   * with `StorageError`; then nothing changed.
   */
  readonly take: (device: TakenDevice, reload: (from: string | null) => Alongside) => Promise<void>
  /** Whether this process of a device was taken for gone, and another one with its key is connected to a node that is heard. */
  readonly isSecond: (device: TakenDevice) => boolean
  /** The other node, where it is heard, to which another process of the device is connected; null where there is none. */
  readonly otherAt: (device: TakenDevice) => string | null
  /** The write of what is about a device: refused where another node holds it by now. */
  readonly held: (deviceId: string, write: Alongside) => Alongside & { readonly plannedOn: string }
  /** Whether this process holds it, by what was seen a moment ago or is asked now. Rejects when the database can't be asked. */
  readonly confirm: (deviceId: string) => Promise<boolean>
  /** The device is not connected any more. Rejects with `StorageError`. */
  readonly leave: (deviceId: string) => Promise<void>
  /** Told from now on, after the sessions, of devices whose lease another node changed. */
  readonly follow: (heard: (deviceId: string) => Promise<void>) => void
  /** The other node that alone may act on a session; null for one of ours, and for an unknown one. */
  readonly nodeOf: (sessionId: string) => Promise<string | null>
}

/** Null where this service has the database for itself. */
export function nodesOfDevices(context: SessionsContext): NodesOfDevices | null {
  const { events, leases, foreign, ledger } = context
  const { node: here } = events
  if (here === null) return null
  const otherAt = ({ deviceId, daemon }: TakenDevice): string | null => {
    const lease = leases.of(deviceId)
    if (lease === null || lease.connectedAt === null || lease.node === here || lease.daemon === daemon) return null
    return foreign.unreachableSince(lease.node) === null ? lease.node : null
  }
  return {
    here,
    holderOf: (id) => leases.of(id)?.node ?? null,
    connectedElsewhere(id) {
      const node = leases.elsewhere(id)
      return node === null || foreign.unreachableSince(node) !== null ? null : (leases.of(id)?.connectedAt ?? null)
    },
    unreachableSince: foreign.unreachableSince,
    take: (device, reload) => takeDevice(context, { ...device, reload }),
    isSecond: (device) => otherAt(device) !== null && leases.of(device.deviceId)?.daemonBefore === device.daemon,
    otherAt,
    held: (id, write) => ({
      ...write,
      plannedOn: plannedOnDevices,
      *script() {
        yield* leases.hold([id])
        yield* write.script()
      },
    }),
    confirm: (id) => leases.confirm(id),
    async leave(id) {
      const script = () => leases.leave(id)
      await ledger.commit([], { script, news: () => [{ room: leasesNews, ids: [id] }] })
    },
    follow: (heard) => leases.follow(heard),
    nodeOf: (id) => nodeThere(context, id),
  }
}
