// The triage room as app/ wires it.
import { secondMs } from '#base/time.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { createChatModel } from '#platform/server/model/chat-model.ts'
import type { ActivitySource } from '#rooms/activity/contract.ts'
import type { BroughtStrand } from '#rooms/flow/contract.ts'
import type { BringBlock } from '#rooms/home/contract.ts'
import { liveLanes } from '../api.ts'
import { nowBlock } from '../core/home.ts'
import { laneMembers } from '../core/lane-members.ts'
import { openTriage, triageOver, type Triage } from './open-triage.ts'
import type { TriageRoomPorts } from './ports.ts'
import { triageActivity } from './stores/triage-activity.ts'
import { startRetention } from './retention.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import { createBriefSearch } from './search-source.ts'
import { createTriageStrand } from './strand.ts'

/** The parts of the ground that this room stands on; what changes is told under `liveLanes`. */
export type TriageGround = GroundOf<'database' | 'live' | 'clock' | 'timers' | 'log', 'model' | 'triage' | 'retention'>

/** The room at work: see `Triage`. Disposing gives up the run that goes on, once its row says so. */
export interface TriageRoom extends Triage, Room {
  mount: Triage['mount']
  /** `priority-triage`, for the workflow room to run. */
  readonly strand: BroughtStrand<AbortSignal>
  /** Briefs, for search. */
  readonly searched: readonly SearchSource[]
  /** The NOW lane, for Home. */
  readonly nowOnHome: BringBlock
  /** What triage did and was told. */
  readonly activity: readonly ActivitySource[]
}

/** A service that died with a run under way keeps nobody from the next one, and is not shown at it for long. */
const lookMs = 15 * secondMs

/** Fails runs of a process that died, and forgets old ones in time. Rejects with `StorageError`. */
export async function openTriageRoom(ground: TriageGround, { tasks }: TriageRoomPorts): Promise<TriageRoom> {
  const { config, database, live, timers } = ground
  const opened = await openTriage({
    ...ground,
    ...live.offer(liveLanes, {}),
    tasks: { ...tasks.triage, cards: tasks.cards, task: tasks.task },
    model: createChatModel(() => config.model),
    maxTasks: () => config.triage.maxTasks,
  })
  const triage = triageOver(opened)
  const parts = { read: database.read, context: opened.context, days: () => config.retention.triageDays }
  const retention = startRetention(parts, timers.every)
  const stopLooking = timers.every(lookMs, () => void opened.elsewhere.lookAgain())
  return {
    ...triage,
    strand: createTriageStrand(triage),
    searched: [createBriefSearch({ read: database.read, briefs: opened.context.briefs })],
    nowOnHome: async () => nowBlock(laneMembers(tasks.cards()), await opened.context.runs.last()),
    activity: triageActivity(database, tasks.nameOf),
    async [Symbol.asyncDispose]() {
      stopLooking()
      await retention[Symbol.asyncDispose]()
      await triage[Symbol.asyncDispose]()
    },
  }
}

export type { Triage } from './open-triage.ts'
