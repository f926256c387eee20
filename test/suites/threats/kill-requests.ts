// R1: ends a service at write points of a fixed script of requests, again and again on one home, and looks for losses.
import assert from 'node:assert/strict'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, sessionOf } from '../../support/http.ts'
import { startService, StartFailed, type Service } from '../../support/service.ts'
import { isWhole, shareOf } from '../../support/share.ts'
import { until } from '../../support/until.ts'
import { Acknowledged } from './acknowledged.ts'
import { accepted, assertNoLeftOvers, assertNothingTorn, dyingAt, isCutOff } from './kill-rig.ts'

/** How far the points of a row are from each other: the whole is four long rows, a share one that is short. */
export const between = isWhole ? 4 : 24
/** The first points of the rows. */
const rows = Array.from({ length: between }, (_none, row) => row + 1)
/** Of those that lie in the script. */
const fewestPoints = 100

/** Where the rows begin that this run makes. */
export const rowsOfRun = shareOf(rows, rows.length)

/** Each point from `first` on that is so far `between`, until the whole script fits before the next one. */
export async function dieAtEach(first: number): Promise<void> {
  await using place = await makeHome()
  const known = new Acknowledged()
  let deaths = 0
  for (let at = first; await dieAt({ place, known, at }); at += between) deaths += 1
  assert.ok(deaths >= Math.floor(fewestPoints / between), `the service died ${deaths} times only`)
  await using service = await startService(place)
  await known.verify(service, 'at the end')
  await assertNoLeftOvers(place)
}

type Victim = { readonly place: TestHome; readonly known: Acknowledged; readonly at: number }

/** False once the whole script fits before the point. A start that dies is looked at by the next one that lives. */
async function dieAt({ place, known, at }: Victim): Promise<boolean> {
  await appendFile(
    join(place.home, 'hook-queue.jsonl'),
    `${JSON.stringify({ tmux_session: `agent-queued-${at}`, event: 'start', metadata: `queued ${at}` })}\nno JSON ${at}\n`,
  ).catch(() => {})
  try {
    await using service = await startService(place, dyingAt(at))
    try {
      await known.verify(service, `after a death before point ${at}`)
      await runScript(service, known, at)
    } catch (error) {
      if (!isCutOff(error)) throw error
    }
    const { signal } = await service.stop()
    await assertNothingTorn(place, `point ${at}`)
    return signal === 'SIGKILL'
  } catch (error) {
    if (!(error instanceof StartFailed) || error.ended.signal !== 'SIGKILL') throw error
    await assertNothingTorn(place, `point ${at}`)
    return true
  }
}

/** One of everything that writes. */
async function runScript(service: Service, known: Acknowledged, run: number): Promise<void> {
  const hooked = `agent-hooked-${run}`
  const report = (event: string, more: object = {}) =>
    known.during(hooked, `${event} ${run}`, async () => {
      const answer = await ingest(service, { tmux_session: hooked, event, metadata: `${event} ${run}`, ...more })
      known.take(sessionOf(accepted(answer)), `${event} ${run}`)
    })
  await report('start')
  const registered = await known.during(`agent-registered-${run}`, null, async () => {
    const json = { tmux_session: `agent-registered-${run}`, agent_type: 'shell', prompt: 'true' }
    const session = sessionOf(accepted(await service.call('POST /api/hooks/sessions', { json })))
    known.take(session)
    return session
  })
  await report('to_review')
  const launched = await known.during(`launched-${run}`, null, async () => {
    const request = { agent_type: 'shell', prompt: 'exec sleep 1000', session_name: `launched-${run}` }
    const session = sessionOf(accepted(await launch(service, request)))
    known.take(session)
    return session
  })
  await logInAndOut(service, known)
  await changeTasks(service, known, run)
  await report('exit')
  await known.during(registered.tmux_session, null, async () => {
    accepted(await service.call(`DELETE /api/hooks/sessions/${registered.id}`))
    known.takeRemoval(registered.tmux_session)
  })
  await known.during(launched.tmux_session, null, async () => {
    const json = { session_id: launched.id }
    const stopped = await service.call('POST /api/agents/stop', { json, token: service.token })
    known.take(sessionOf(accepted(stopped)))
  })
  await known.during(launched.tmux_session, null, async () => {
    accepted(await service.call(`DELETE /api/hooks/sessions/${launched.id}?kill=true`, { token: service.token }))
    known.takeRemoval(launched.tmux_session)
  })
  await debouncedWrite(service, hooked)
}

async function logInAndOut(service: Service, known: Acknowledged): Promise<void> {
  const link = accepted(await service.call('POST /api/system/login-links', { token: service.token }))
  const login = accepted(await service.call('POST /api/auth/login', { json: { code: link.json.code } }))
  const token = String(login.json.token)
  known.takeToken(token, true)
  // Whether an unanswered logout took place is open.
  known.dropToken(token)
  accepted(await service.call('POST /api/auth/logout', { token }))
  known.takeToken(token, false)
}

async function changeTasks(service: Service, known: Acknowledged, run: number): Promise<void> {
  const id = `T-${run}`
  const change = (route: string, status: string | null, json?: object) =>
    known.during(id, null, async () => {
      accepted(await service.call(route, json === undefined ? {} : { json }))
      known.takeTask(id, status)
    })
  await change('POST /api/tasks', 'backlog', { id, title: 'A task' })
  await change(`PATCH /api/tasks/${id}`, 'in_progress', { status: 'in_progress' })
  if (run % 3 === 0) await change(`DELETE /api/tasks/${id}`, null)
}

/** sessions.json follows within its debounce, unless the service dies meanwhile: then nothing is waited for. */
async function debouncedWrite(service: Service, name: string): Promise<void> {
  const seen = await until('sessions.json follows', async () => {
    try {
      await service.call('GET /healthz')
    } catch (error) {
      if (isCutOff(error)) return { error }
      throw error
    }
    const file = JSON.parse(await readFile(join(service.place.home, 'sessions.json'), 'utf8')) as StoredFile
    return file.sessions.some(({ tmux_session, state }) => tmux_session === name && state === 'completed')
  })
  if (seen !== true) throw seen.error
}

type StoredFile = { readonly sessions: readonly { tmux_session: string; state: string }[] }
