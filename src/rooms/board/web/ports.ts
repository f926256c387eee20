// What the board needs from other rooms; app/web connects them.
import { createContext, useContext, type ComponentType } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { BoardIndex } from './board-index.ts'

export type BoardPorts = {
  readonly sessions: EntityStore<SessionCard>
  readonly index: BoardIndex
  /** A session as a card of a column. */
  readonly SessionCard: ComponentType<{ readonly id: string }>
  /** A session as an entry of the 'needs you' strip. */
  readonly SessionCall: ComponentType<{ readonly id: string }>
  /** A session as a row of a list; slim rows carry no actions. */
  readonly SessionRow: ComponentType<{ readonly id: string; readonly isSlim?: boolean }>
  readonly openLaunch: () => void
}

export const BoardPortsContext = createContext<BoardPorts | null>(null)

export function usePorts(): BoardPorts {
  const ports = useContext(BoardPortsContext)
  if (ports === null) throw new Error('the board is shown without its ports')
  return ports
}
