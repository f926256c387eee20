// Readers that are machines of services: each service calls its own `local`, and tables that several share have them by their nodes.
import { keptMachine, ownMachine } from '#base/own-machine.ts'
import type { Credential } from '../contract.ts'

/** What is known here. `node`: null where nobody shares the tables. `idOf`: who has that recipient, as it is called here. */
export type MachinesHere = { readonly node: string | null; readonly idOf: (recipient: string) => string | null }

/**
 * A credential with the ids that readers have here. One that is kept as `local` is of the time when one service had the tables:
 * whose it is, its recipient says.
 */
export function shownHere(credential: Credential, { node, idOf }: MachinesHere): Credential {
  if (node === null) return credential
  const own = keptMachine(node)
  const shown = (id: string): string => (id === own ? ownMachine : id)
  return {
    ...credential,
    recipients: credential.recipients.map(({ id, recipient }) => ({
      id: id === ownMachine ? (idOf(recipient) ?? id) : shown(id),
      recipient,
    })),
    needs_rotation: credential.needs_rotation?.map((mark) => ({ ...mark, id: shown(mark.id) })) ?? null,
  }
}

/** A credential as it is kept. `before`: how it was; what nobody knew the machine of stays as it is. */
export function keptOf(wanted: Credential, before: Credential | null, { node, idOf }: MachinesHere): Credential {
  if (node === null) return wanted
  const kept = (id: string, wasNameless: boolean): string =>
    id === ownMachine && !wasNameless ? keptMachine(node) : id
  return {
    ...wanted,
    recipients: wanted.recipients.map(({ id, recipient }) => {
      const was = before?.recipients.some((each) => each.id === ownMachine && each.recipient === recipient) ?? false
      return { id: kept(id, was && idOf(recipient) !== ownMachine), recipient }
    }),
    needs_rotation:
      wanted.needs_rotation?.map((mark) => {
        const was = before?.needs_rotation?.some(({ id, until }) => id === ownMachine && until === mark.until) ?? false
        return { ...mark, id: kept(mark.id, was) }
      }) ?? null,
  }
}
