// What hubs on one PostgreSQL show of all that they share, and people who go on writing while something breaks.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Approval } from '#rooms/approvals/contract.ts'
import type { Run } from '#rooms/flow/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import type { PageOfTasks, Task } from '#rooms/tasks/contract.ts'
import type { LanesAnswer } from '#rooms/triage/contract.ts'
import type { Answer } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import type { NodePlace } from './two-services.ts'

/** A node of that name, begun, with a board that is open on it. */
export type Hub = { readonly name: string; readonly place: NodePlace; service: Service; viewer: Viewer }

export async function openHub(name: string, place: NodePlace): Promise<Hub> {
  const service = await place.begin()
  return { name, place, service, viewer: await openViewer(service.port, { token: service.token }) }
}

/** Begun anew after its death, and its board, too. */
export async function beginAnew(hub: Hub): Promise<void> {
  hub.viewer[Symbol.dispose]()
  Object.assign(hub, await openHub(hub.name, hub.place))
}

export const ask = ({ service }: Pick<Hub, 'service'>, route: string, json?: object): Promise<Answer> =>
  service.call(route, { token: service.token, json })

export async function launchOn(hub: Hub, label: string): Promise<string> {
  const { status, json, text } = await ask(hub, 'POST /api/agents/launch', {
    agent_type: 'shell',
    prompt: 'sleep 900',
    label,
  })
  assert.equal(status, 201, text)
  return (json.session as Session).id
}

/** Whether a session of another one, as this board shows it, is away, and since when. */
export const awaySince = ({ viewer }: Hub, id: string): string | null =>
  viewer.sessions.get(id)?.node?.unreachable_since ?? null

/** A line for each thing: cards as the open board has them, the rest as it is asked for. */
async function boardOf(hub: Hub): Promise<string[]> {
  const [approvals, lanes, runs] = await Promise.all([
    ask(hub, 'GET /api/approvals?limit=100'),
    ask(hub, 'GET /api/triage/lanes'),
    ask(hub, 'GET /api/flow/runs?limit=100'),
  ])
  const { lanes: all, state } = lanes.json as unknown as LanesAnswer
  return [
    ...[...hub.viewer.sessions.values()].map(
      ({ id, state: now, node }) => `session ${id} ${now} ${node?.name ?? hub.name}`,
    ),
    ...[...hub.viewer.tasks.values()].map((task) => `task ${JSON.stringify(task)}`),
    ...(approvals.json.approvals as readonly Approval[]).map((one) => `approval ${one.id} ${one.state}`),
    ...all.flatMap(({ lane, entries }) => entries.map(({ task }) => `${lane} ${task.id} ${task.score_locked}`)),
    `triage ${state.last?.id ?? 'never'} ${state.briefs_waiting} ${state.unplaced}`,
    ...(runs.json.runs as readonly Run[]).map((run) => `run ${run.run_id} ${run.status}`),
  ].toSorted()
}

/** Resolves with what all of them say, once it is the same; the last difference is told where it does not come to that. */
export async function sameBoards(hubs: readonly Hub[], limitMs?: number): Promise<readonly string[]> {
  let differ = ''
  const look = async (): Promise<readonly string[] | false> => {
    const boards = await Promise.all(hubs.map(boardOf))
    const [first = [], ...rest] = boards
    differ = rest
      .flatMap((board, at) =>
        [...new Set(first).symmetricDifference(new Set(board))].map((line) => `${at + 1}: ${line}`),
      )
      .slice(0, 8)
      .join('\n')
    return differ === '' && first
  }
  try {
    return await until('the boards are the same', look, limitMs)
  } catch (error) {
    throw new Error(differ, { cause: error })
  }
}

export type Written = {
  /** Titles of tasks by what became of them: told to be made, refused, or nobody knows since the hub died. */
  readonly made: string[]
  readonly refused: { readonly title: string; readonly status: number; readonly error: unknown }[]
  readonly unknown: string[]
  /** The state of the session that was acknowledged last; null where nobody knows. */
  state: string | null
}

export type Writing = Written & { readonly stop: () => Promise<Written> }

const writersAtOnce = 3
const betweenMs = 10

/** Makes tasks and moves a session of the hub to and fro, until it is stopped. */
export function keepWriting(hub: Hub, session: string, what: string): Writing {
  const written: Written = {
    made: [],
    refused: [],
    unknown: [],
    state: hub.viewer.sessions.get(session)?.state ?? null,
  }
  let count = 0
  const over = new AbortController()

  async function makeTask(): Promise<void> {
    const title = `${what} ${hub.name} ${(count += 1)}`
    const answer = await ask(hub, 'POST /api/tasks', { title }).catch(() => null)
    if (answer === null) written.unknown.push(title)
    else if (answer.status === 201) written.made.push(title)
    else written.refused.push({ title, status: answer.status, error: answer.json.error })
  }
  async function moveSession(): Promise<void> {
    const isRunning = written.state === 'running'
    const event = isRunning ? 'hook.to_review' : 'hook.to_running'
    const answer = await ask(hub, `PATCH /api/hooks/sessions/${session}`, { event }).catch(() => null)
    if (answer === null) written.state = null
    else if (answer.status === 200) written.state = isRunning ? 'awaiting_review' : 'running'
    else if (answer.status !== 503)
      written.refused.push({ title: event, status: answer.status, error: answer.json.error })
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) {
      await work()
      await wait(betweenMs)
    }
  }
  const all = Promise.all([repeat(moveSession), ...Array.from({ length: writersAtOnce }, () => repeat(makeTask))])
  return Object.assign(written, {
    async stop() {
      over.abort()
      await all
      return written
    },
  })
}

/** What was told to be made is there once, what was refused is not, and what nobody knows of is not there twice. */
export async function assertNothingLost(hub: Hub, all: readonly Written[]): Promise<void> {
  const counts = new Map<string, number>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/api/tasks?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    const json = await until('its tasks are read', async () => {
      const answer = await ask(hub, `GET ${path}`)
      return answer.status === 200 && answer.json
    })
    const page = json as unknown as PageOfTasks
    for (const { title } of page.tasks as readonly Task[]) counts.set(title, (counts.get(title) ?? 0) + 1)
    cursor = page.next_cursor
  }
  const timesOf = (title: string): number => counts.get(title) ?? 0
  const wrong = all.flatMap(({ made, refused, unknown }) => [
    ...made.filter((title) => timesOf(title) !== 1).map((title) => `${title}: made, is there ${timesOf(title)} times`),
    ...refused.filter(({ title }) => timesOf(title) !== 0).map(({ title }) => `${title}: refused, and is there`),
    ...unknown.filter((title) => timesOf(title) > 1).map((title) => `${title}: there ${timesOf(title)} times`),
  ])
  assert.deepEqual(wrong, [])
}
