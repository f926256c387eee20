// Fills a service's board through its own routes: tasks of twenty epics, and sessions that work on some of them.
import { openConnection, type Connection } from './connection.ts'
import { eventRequest, postRequest, sessionName } from './requests.ts'
import type { Service } from './service.ts'

const epics = 20
/** Every so many-th card is a session. */
const sessionEvery = 10
const writers = 8

const statuses = ['backlog', 'done', 'backlog', 'ready', 'review', 'backlog', 'in_progress', 'done', 'backlog'] as const
const priorities = ['P2', 'P3', 'P1', 'P3', 'P4', 'P2', 'P3'] as const
const events = ['tool_use', 'to_review', 'tool_use', 'exit'] as const

type Filled = Pick<Service, 'url' | 'accessToken'>

type Cards = { readonly from: number; readonly to: number }

/** Brings the board of `service` from `from` cards to `to`. Resolves once all of them are stored. */
export async function fillBoard(service: Filled, { from, to }: Cards): Promise<void> {
  if (from === 0) await inTurn(service, { from: 0, to: epics }, postEpic)
  await inTurn(service, { from: Math.max(from, epics), to }, postCard)
}

/** A board of sessions alone, which has no swimlanes. Resolves once all of them are stored. */
export async function fillSessions(service: Filled, cards: number): Promise<void> {
  await inTurn(service, { from: 0, to: cards }, (_service, connection, index) =>
    postSession(service, connection, { index, task_id: null }),
  )
}

/** One more session, which runs: on a task, or on none. */
export async function addSession(service: Filled, session: Session): Promise<void> {
  await using connection = await openConnection(service.url)
  await postSession(service, connection, { ...session, event: 'tool_use' })
}

type Write = (service: Filled, connection: Connection, index: number) => Promise<void>

async function inTurn(service: Filled, { from, to }: Cards, write: Write): Promise<void> {
  let next = from
  const work = async (): Promise<void> => {
    await using connection = await openConnection(service.url)
    for (; next < to;) {
      next += 1
      await write(service, connection, next - 1)
    }
  }
  await Promise.all(Array.from({ length: writers }, work))
}

async function postEpic(service: Filled, connection: Connection, index: number): Promise<void> {
  const body = { id: `epic-${index}`, type: 'epic', title: `Epic ${index}: make the nightly build trustworthy` }
  await connection.exchange(postRequest({ ...service, path: '/api/tasks', body }))
}

async function postCard(service: Filled, connection: Connection, index: number): Promise<void> {
  if (index % sessionEvery === 0) {
    // Half of them work on a task.
    const task_id = index % (2 * sessionEvery) === 0 ? `task-${index - 1}` : null
    return await postSession(service, connection, { index: index / sessionEvery, task_id })
  }
  const body = {
    id: `task-${index}`,
    title: `Task ${index}: repair what the ${pick(priorities, index)} alarm of last night was about`,
    status: pick(statuses, index),
    priority: pick(priorities, index),
    parent: `epic-${Math.floor(index / sessionEvery) % epics}`,
    project: `project-${index % 7}`,
  }
  await connection.exchange(postRequest({ ...service, path: '/api/tasks', body }))
}

export type Session = { readonly index: number; readonly task_id: string | null; readonly event?: string }

async function postSession(service: Filled, connection: Connection, session: Session): Promise<void> {
  const { index, task_id, event = pick(events, index) } = session
  const name = sessionName(index)
  const body = { tmux_session: name, agent_type: 'code-agent', label: `Session ${index}`, task_id }
  await connection.exchange(postRequest({ ...service, path: '/api/hooks/sessions', body }))
  await connection.exchange(eventRequest(service.url, name, 'start'))
  await connection.exchange(eventRequest(service.url, name, event))
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('there is nothing to pick from')
  return value
}
