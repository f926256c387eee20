// What Home hears of the cards: how many there are and how they stand, and that one came into another state.
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { InboxCounts } from '#rooms/inbox/contract.ts'
import type { CardKinds } from '../cards/kinds.ts'
import type { BoardIndex } from '../places/board-index.ts'

export type HomeCards = {
  readonly cards: number
  readonly needs: number
  readonly toSee: number
  readonly running: number
  readonly waiting: number
}

type Needs = Pick<InboxCounts, 'waiting' | 'to_see'>

/** `needs` are the counts of the inbox: who waits, and what is to see. */
export function countForHome(index: BoardIndex, needs: ValueStore<Needs>): ValueStore<HomeCards> {
  const count = (): HomeCards => ({
    cards: index.size.get(),
    needs: needs.get().waiting,
    toSee: needs.get().to_see,
    running: index.running.get().length,
    waiting: index.waiting.get().length,
  })
  const counts = createValue(count())
  const tell = () => {
    const next = count()
    const before = counts.get()
    if (names.some((name) => before[name] !== next[name])) counts.set(next)
  }
  for (const { subscribe } of [index.size, needs, index.running, index.waiting]) subscribe(tell)
  return counts
}

const names = ['cards', 'needs', 'toSee', 'running', 'waiting'] as const

/** A busy agent tells of itself many times a second, and Home only of states. The answer ends it. */
export function onNewStates({ all }: Pick<CardKinds, 'all'>, listener: () => void): () => void {
  const stops = all.map((kind) =>
    kind.onChanges((changes) => {
      if (changes.some(({ before, after }) => before()?.state !== after()?.state)) listener()
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
