// What the board needs from other rooms; app/web connects them.
import type { ComponentType } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { CardKey } from '../core/keys.ts'
import type { CardKinds } from './cards/kinds.ts'
import type { BoardIndex } from './places/board-index.ts'

/** The kinds of its cards, where they stand, and what a person begins from the board. */
export type BoardPorts = {
  readonly kinds: CardKinds
  readonly index: BoardIndex
  readonly openLaunch: () => void
  readonly openNewTask: () => void
  /** The cards that need a person, in the order in which to take them. */
  readonly needs: () => readonly CardKey[]
  /** How many wait for a person, for title and icon. */
  readonly needCount: ValueStore<number>
  /** Above the columns: who needs a person. Draws nothing while nobody does. */
  readonly NeedsStrip: ComponentType
}

/** The ports of the board, set round the whole page since its counts stand in the bars. */
export const [BoardPortsContext, usePorts] = createPorts<BoardPorts>('the board is')
