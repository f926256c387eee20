// The machine that a service runs on, as a device: `local` for that service. Where several services share tables, each of them is
// a node with a name, and what is kept of its machine bears that name.

/** The id of a service's own machine, in its memory and in what it answers. */
export const ownMachine = 'local'

/** What stands in shared tables for the machine of a node; null: of a service that has its tables for itself. */
export function keptMachine(node: string | null): string {
  return node === null ? ownMachine : `${ownMachine}@${node}`
}

/** The node whose machine it is; null for any other device, and for a machine without a name. */
export function nodeOfMachine(id: string): string | null {
  const before = keptMachine('')
  return id.startsWith(before) && id !== before ? id.slice(before.length) : null
}
