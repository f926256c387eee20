// The inbox as app/ wires it.
import type { Ground } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { BringBlock, HomeCounts } from '#rooms/home/contract.ts'
import { liveInbox } from '../api.ts'
import { arrange } from '../core/arrange.ts'
import { needsBlock } from '../core/home.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { hearAsks } from './hear-asks.ts'
import { hearCards } from './hear-cards.ts'
import { hearMarks } from './hear-marks.ts'
import { createItemBook, type ItemBook } from './item-book.ts'
import { createMarksStore } from './marks-store.ts'
import type { InboxPorts } from './ports.ts'
import { mountInbox } from './routes.ts'
import { startUpkeep } from './upkeep.ts'

/** The parts of the ground that this room stands on; it hears sessions, tasks and approvals, and tells items under `liveInbox`. */
export type InboxGround = Pick<Ground, 'database' | 'live' | 'clock' | 'timers' | 'log'>

/** The inbox at work. */
export interface InboxRoom extends Room {
  /** What Home tells of it, and its two counts: who waits for a person, and what is to see. */
  readonly onHome: { readonly needs: BringBlock; readonly counts: () => Pick<HomeCounts, 'needs' | 'toSee'> }
}

/** Opened after the rooms whose sessions and tasks it hears. Rejects when the marks can't be read. */
export async function openInboxRoom(ground: InboxGround, ports: InboxPorts): Promise<InboxRoom> {
  const { database, live } = ground
  const store = createMarksStore(database.read)
  const kept = await store.load()
  const { publish } = live.offer(liveInbox, { all: () => book.all() })
  const book: ItemBook = createItemBook(kept, publish)
  const context = { ...ground, book, store, commits: database.commits }
  const stop = startUpkeep(context)
  hearMarks({ ...context, database })
  hearCards(live, book.tell, ports)
  hearAsks(live, book.tellAsk)
  ports.tellStrandNeeds(book.tell)
  const now = () => arrange(book.all())
  return {
    mount: (api) => mountInbox(api, context),
    onHome: {
      needs: () => needsBlock(now(), clockText),
      counts() {
        const { waiting, to_see: toSee } = now().counts
        return { needs: waiting, toSee }
      },
    },
    [Symbol.asyncDispose]: stop,
  }
}
