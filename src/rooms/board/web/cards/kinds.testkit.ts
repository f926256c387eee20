// Two kinds of cards for tests: jobs, which may work on a plan, and plans, which head lanes and are worked on.
import { Square } from 'lucide-react'
import type { ObjectAction } from '#platform/web/actions/object-action.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { createGrouping } from '#platform/web/store/grouping.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import type { CardFacts, ColumnId, PlanPlace } from '../../contract.ts'
import type { CardDrops, CardKind, Drop } from '../contract.ts'
import { cardsOf, createKinds } from './kinds.ts'

export type Job = {
  readonly id: string
  readonly state: 'idle' | 'running' | 'waits' | 'failed' | 'over'
  readonly sinceMs: number
  readonly plan: string | null
  readonly isBlocked: boolean
  readonly text: string
}

export type Step = {
  readonly id: string
  readonly state: 'ready' | 'busy' | 'blocked' | 'done'
  readonly type: PlanPlace['type']
  readonly priority: PlanPlace['priority']
  readonly parent: string | null
  readonly children: readonly string[]
  readonly sinceMs: number
  readonly title: string
}

export const job = (id: string, fields: Partial<Job> = {}): Job => ({
  id,
  state: 'running',
  sinceMs: 0,
  plan: null,
  isBlocked: false,
  text: id,
  ...fields,
})

export const step = (id: string, fields: Partial<Step> = {}): Step => ({
  id,
  state: 'ready',
  type: 'task',
  priority: 'P3',
  parent: null,
  children: [],
  sinceMs: 0,
  title: id,
  ...fields,
})

const columnOfJob = { idle: 'queued', running: 'active', waits: 'review', failed: 'review', over: 'review' } as const
const columnOfStep = { ready: 'queued', busy: 'active', blocked: 'review', done: null } as const

/** Where the last drop went, as 'job a to review' or 'job a after T'. */
type Told = string[]

/** A board's kinds, the stores behind them, and what was dropped. */
export function testKinds() {
  const jobs = createEntityStore<Job>()
  const steps = createEntityStore<Step>()
  const byTask = createGrouping(jobs, ({ plan }) => plan)
  const told: Told = []
  const drop = (text: string): Drop => ({ kind: 'move', text, run: () => void told.push(text) })
  const faces = { Card: nothing, Row: Object.assign(() => null, { preload: nothing }) }
  const jobDrops: CardDrops<Job> = {
    dropOn: ({ id }, { column, lane }) => drop(`job ${id} to ${column}${lane === undefined ? '' : ` in ${lane}`}`),
    waitFor({ id, state }, { task, dragged }) {
      if (state !== 'idle') return null
      return task === null
        ? { kind: 'refused', text: 'No task' }
        : { ...drop(`job ${id} after ${task}`), text: dragged }
    },
  }
  const stepDrops: CardDrops<Step> = {
    dropOn: ({ id }, { column, columnTitle }) =>
      columnTitle === 'Queued' ? { kind: 'stay', text: 'Stays' } : drop(`step ${id} to ${column}`),
  }
  const jobKind: CardKind<Job> = {
    ...faces,
    name: 'job',
    panel: 'session',
    plural: 'jobs',
    prefix: '',
    store: jobs,
    states: { queued: ['idle'], active: ['running'], review: ['waits', 'failed', 'over'] },
    factsOf: factsOfJob,
    titleOf: ({ id }) => `Job ${id}`,
    textsOf: ({ text }) => [text],
    touches: ({ before, after }) => [before?.plan, after?.plan].filter((plan) => plan !== null && plan !== undefined),
    byTask,
    usualHeightOf: (state) => (state === 'waits' ? 130 : 100),
    actions: () => [act('stop', told), act('done', told)],
    fetchDrops: () => Promise.resolve(jobDrops),
  }
  const stepKind: CardKind<Step> = {
    ...faces,
    name: 'step',
    panel: 'task',
    plural: 'steps',
    prefix: 'step:',
    store: steps,
    states: { queued: ['ready'], active: ['busy'], review: ['blocked'] },
    factsOf: factsOfStep,
    titleOf: ({ title }) => title,
    textsOf: ({ state }) => [state],
    touches: ({ id, before, after }) => [id, ...(before?.children ?? []), ...(after?.children ?? [])],
    plan: { placeOf: (id) => placeOf(id, steps.get), LaneProgress: nothing, LaneEnd: nothing },
    usualHeightOf: () => 60,
    actions: () => [act('done', told)],
    fetchDrops: () => Promise.resolve(stepDrops),
  }
  const put = (...changed: Job[]) => jobs.apply(changed.map((value) => ({ id: value.id, value })))
  const plan = (...changed: Step[]) => steps.apply(changed.map((value) => ({ id: value.id, value })))
  return { kinds: createKinds([cardsOf(stepKind), cardsOf(jobKind)]), jobs, steps, put, plan, told }
}

const nothing = () => null

/** Done to all of them, and refused by a card called `stubborn`. */
function act<T extends { readonly id: string }>(id: string, told: Told): ObjectAction<T> {
  return {
    id,
    label: `Do ${id}`,
    icon: Square,
    group: 'act',
    how: 'do',
    verb: `put to ${id}`,
    tone: 'done',
    fits: () => true,
    run(cards) {
      const ids = cards.map((card) => card.id)
      told.push(`${id} ${ids.join(' ')}`)
      const done = ids.filter((each) => each !== 'stubborn')
      const refused = ids.filter((each) => each === 'stubborn')
      return Promise.resolve({
        done,
        refused: refused.map((title) => ({ title, problem: refusedHere('It will not.') })),
        undo: () => {
          told.push(`undo ${id} ${done.join(' ')}`)
          return null
        },
      })
    },
  }
}

function factsOfJob({ state, sinceMs, plan, isBlocked }: Job): CardFacts {
  return {
    state,
    column: columnOfJob[state],
    order: { rank: state === 'over' ? 2 : 0, key: state === 'running' ? -sinceMs : sinceMs },
    needsSinceMs: state === 'waits' || state === 'failed' ? sinceMs : null,
    lists: state === 'running' ? ['running'] : isBlocked ? ['waiting'] : [],
    task: plan,
    head: null,
  }
}

function factsOfStep({ id, state, type, priority, sinceMs }: Step): CardFacts {
  const column: ColumnId | null = columnOfStep[state]
  const order = { rank: Number(priority.slice(1)), key: sinceMs }
  const isBlocked = state === 'blocked'
  return {
    state,
    column,
    order,
    needsSinceMs: isBlocked ? sinceMs : null,
    lists: [],
    task: id,
    head: type === 'epic' ? { lane: id, order, isCard: isBlocked } : null,
  }
}

/** Two levels are enough for tests: an epic and what lies right below it. */
function placeOf(id: string, find: (id: string) => Step | null): PlanPlace | null {
  const own = find(id)
  if (own === null) return null
  const above = own.parent === null ? null : find(own.parent)
  const lane = [own, above].find((each) => each?.type === 'epic')?.id ?? ''
  const texts = () => [own.title, above?.title ?? null]
  return { lane, type: own.type, priority: own.priority, texts }
}
