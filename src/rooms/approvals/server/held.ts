// Whose an approval of a device is where several services share the tables: it goes with the lease of its device, and the one that
// holds that alone ends it.
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { KeptApproval } from '../contract/kept.ts'
import type { HeldDevices } from './ports.ts'

type OnDevice = Pick<KeptApproval, 'on_device'>

/** Null where it is of no device that a lease tells of: of a terminal, of a service's own machine, or with one service alone. */
export function holderOf(nodes: HeldDevices | null, { on_device: place }: OnDevice): 'here' | 'elsewhere' | null {
  const holder = place === null || nodes === null ? null : nodes.holderOf(place.id)
  if (holder === null) return null
  return holder === nodes?.here ? 'here' : 'elsewhere'
}

/** The write, refused with `BehindError` where another service holds the device of one of them by now. */
export function whileHeld(nodes: HeldDevices | null, approvals: readonly OnDevice[], write: Alongside): Alongside {
  const told = approvals.filter((approval) => holderOf(nodes, approval) !== null)
  const devices = new Set(told.flatMap(({ on_device: place }) => place?.id ?? []))
  return [...devices].reduce((all, id) => nodes?.held(id, all) ?? all, write)
}
