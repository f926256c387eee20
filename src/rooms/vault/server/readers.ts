// Who can be encrypted to: the devices of this service, and the machines of the other nodes as they were looked at last.
import { nodeOfMachine } from '#base/own-machine.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { RecipientView } from '../contract.ts'
import type { VaultPorts } from './ports.ts'

type Reader = Omit<RecipientView, 'reads'>

export interface Readers {
  all(): readonly Reader[]
  /** As it is called here; null for a recipient that nobody has now. */
  idOf(recipient: string): string | null
  /** What it is called, one that can't be encrypted to as well; null for one that is not known. */
  nameOf(id: string): string | null
  /** Looks at the other nodes' machines. Never rejects: then they are as they were. */
  look(): Promise<void>
}

export function createReaders({ recipients, machines, nameOf }: ReaderPorts, log: Pick<Log, 'warn'>): Readers {
  let elsewhere: readonly Reader[] = []
  const all = () => [...recipients(), ...elsewhere]
  return {
    all,
    idOf: (wanted) => all().find(({ recipient }) => recipient === wanted)?.id ?? null,
    nameOf: (id) => nameOf(id) ?? elsewhere.find((each) => each.id === id)?.label ?? nodeOfMachine(id),
    async look() {
      try {
        elsewhere = await machines()
      } catch (error) {
        log.warn({ err: error }, 'the machines of other nodes could not be read for the vault')
      }
    },
  }
}

type ReaderPorts = Pick<VaultPorts, 'recipients' | 'machines' | 'nameOf'>
