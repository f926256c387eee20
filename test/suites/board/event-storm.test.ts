// A thousand events a second for ten seconds: two open boards and fifty viewers end where the service is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { openBrowser, openTab, signIn } from '../../support/browser.ts'
import { makeHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import { postInTurn } from '../threats/posting.ts'

const viewerCount = 50
const sessionCount = 100
/** Ten sessions at a time post ten events each, ten times a second. */
const bursts = 100
const sessionsPerBurst = 10
const burstEveryMs = 100

/** A session goes from column to column by these, and comes to rest in another one each time. */
const events = ['start', 'to_review', 'tool_use', 'prompt_ready', 'running', 'awaiting_review', 'tool_use', 'to_review']
const eventsPerTurn = 10

test('after a storm of events two boards and fifty viewers show what the service says', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await using browser = await openBrowser()
  await using left = await openTab(browser)
  await using right = await openTab(browser)
  await Promise.all([left, right].map((tab) => signIn(tab, service)))
  const viewers = await Promise.all(Array.from({ length: viewerCount }, () => openViewer(service.port)))
  const statuses = await storm(service)
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(statuses.length, bursts * sessionsPerBurst * eventsPerTurn)
  const sessions = await listSessions(service)
  assert.equal(sessions.length, sessionCount)
  const expected = sessions.map(standOf).toSorted()
  await until('all viewers have the same sessions', () => viewers.every((viewer) => isInStep(viewer, sessions)))
  for (const { page } of [left, right]) {
    // What differs is told below, and better than by a wait that ran out.
    await until('the board has come to rest', async () => String(await shownOn(page)) === String(expected)).catch(
      () => {},
    )
    assert.deepEqual(await shownOn(page), expected)
  }
  assert.deepEqual(
    viewers.map((viewer) => viewer.gaps()),
    viewers.map(() => 0),
  )
  for (const viewer of viewers) viewer[Symbol.dispose]()
  assert.deepEqual([...left.faults, ...right.faults], [])
})

/** Answers all statuses. Bursts keep their times, however long the answers take. */
async function storm(service: Service): Promise<number[]> {
  const startedMs = performance.now()
  const posted: Promise<number[]>[] = []
  for (let burst = 0; burst < bursts; burst++) {
    await wait(Math.max(0, startedMs + burst * burstEveryMs - performance.now()))
    for (let nth = 0; nth < sessionsPerBurst; nth++) posted.push(postTurn(service, burst * sessionsPerBurst + nth))
  }
  return (await Promise.all(posted)).flat()
}

async function postTurn({ port }: Service, turn: number): Promise<number[]> {
  using connection = await openConnection(port)
  const session = turn % sessionCount
  const round = Math.floor(turn / sessionCount)
  const first = round * eventsPerTurn + session
  const bodies = Array.from({ length: eventsPerTurn }, (_, nth) => ({
    tmux_session: `agent-storm-${session}`,
    // Only `start` makes a session that is not there yet.
    event: round === 0 && nth === 0 ? 'start' : events[(first + nth) % events.length],
    metadata: `${round}.${nth}`,
  }))
  return await postInTurn(connection, bodies)
}

function isInStep(viewer: Viewer, sessions: readonly Session[]): boolean {
  return (
    viewer.sessions.size === sessions.length &&
    sessions.every(({ id, state, state_since: since, last_message: message }) => {
      const card = viewer.sessions.get(id)
      return card?.state === state && card.state_since === since && card.last_message === message
    })
  )
}

const columnOf = {
  idle: 'queued',
  running: 'active',
  awaiting_review: 'review',
  failed: 'review',
  completed: 'review',
} as const satisfies Record<Session['state'], string>

function standOf({ id, state }: Session): string {
  return `${id} ${state} ${columnOf[state]}`
}

/** Every card as it is drawn: its session, its state and its column. */
async function shownOn(page: Page): Promise<string[]> {
  const cards = await page.evaluate<string[]>(
    `[...document.querySelectorAll('article[data-card]')].map((card) =>
      [card.dataset.card, card.dataset.s, card.closest('[data-column]').dataset.column].join(' '))`,
  )
  return cards.toSorted()
}
