// What the board needs from other rooms; app/web connects them.
import { createContext, useContext, type ComponentType } from 'react'
import type { CardKinds } from './cards/kinds.ts'
import type { BoardIndex } from './places/board-index.ts'

/** The kinds of its cards, where they stand, and what a person begins from the board. */
export type BoardPorts = {
  readonly kinds: CardKinds
  readonly index: BoardIndex
  readonly openLaunch: () => void
  readonly openNewTask: () => void
  /** What triage ranked first; draws nothing while that is nothing. */
  readonly NowBlock: ComponentType
}

/** Set round the whole page: the board's counts stand in its bars. */
export const BoardPortsContext = createContext<BoardPorts | null>(null)

/** The ports of the board around the component; throws outside of it. */
export function usePorts(): BoardPorts {
  const ports = useContext(BoardPortsContext)
  if (ports === null) throw new Error('the board is shown without its ports')
  return ports
}
