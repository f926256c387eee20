// The people's half of the load: viewers, triage, strands, searches, exports, backups, and programs that look at the numbers.
import { WebSocket } from 'ws'
import { orrery } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { expectStatus, rest, type Part } from './part.ts'

/** Every third stops reading for a while; of those every other one leaves so, and the others catch up. */
const viewing: Part = {
  name: 'viewers that come, pause and go',
  everyMs: 3000,
  atOnce: 8,
  once: async ({ service, signal }, nth) => {
    using viewer = await openViewer(service.port, { token: service.token })
    if (nth % 3 === 0) viewer.socket.pause()
    await rest(1000 + (nth % 7) * 500, signal)
    if (nth % 6 === 0) return
    const seen = viewer.seq()
    viewer.socket.resume()
    if (!signal.aborted) await until('it is in step', () => viewer.seq() > seen || signal.aborted)
    if (viewer.gaps() > 0) throw new Error(`${viewer.gaps()} gaps`)
  },
}

const followingRuns: Part = {
  name: 'viewers of strands',
  everyMs: 3000,
  atOnce: 2,
  once: async ({ service, signal }, nth) => {
    const socket = new WebSocket(`ws://127.0.0.1:${service.port}/ws/flow`, ['orrery', `orrery.token.${service.token}`])
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    if (nth % 2 === 0) socket.pause()
    await rest(2000, signal)
    socket.terminate()
    await closed
  },
}

const triaging: Part = {
  name: 'triage runs',
  everyMs: 6000,
  once: async ({ service }) => {
    const { token } = service
    const { json } = expectStatus(await service.call('POST /api/triage/runs', { token, json: {} }), 200, 201, 202)
    const { run_id: id } = json as { run_id?: number }
    await until('triage has ended', async () => {
      const { json: now } = await service.call(`GET /api/triage/runs/${id}`, { token })
      return (now.run as { status?: string } | undefined)?.status !== 'running'
    })
  },
}

/** Beside those by schedule. */
const running: Part = {
  name: 'strands by hand',
  everyMs: 5000,
  once: async ({ service }) => {
    const { token } = service
    const { json } = expectStatus(
      await service.call('POST /api/flow/strands/soak/run', { token, json: {} }),
      200,
      201,
      202,
    )
    const { run_id: id } = json as { run_id?: string }
    if (id === undefined) throw new Error(JSON.stringify(json))
    await until('the run has ended', async () => {
      const { json: now } = await service.call(`GET /api/flow/runs/${id}`, { token })
      return !['queued', 'running'].includes((now.run as { status: string }).status)
    })
  },
}

const searching: Part = {
  name: 'searches',
  everyMs: 1000,
  once: async ({ service }, nth) => {
    const q = ['soak', 'soaking', 'event', 'agent', 'quick brown'][nth % 5] ?? ''
    const { token } = service
    expectStatus(await service.call(`GET /api/search?q=${encodeURIComponent(q)}`, { token }), 200)
  },
}

const filing: Part = {
  name: 'tasks filed, changed and deleted',
  everyMs: 1000,
  once: async ({ service }, nth) => {
    const { token } = service
    const json = { title: `Soak the quick brown fox ${nth}`, description: 'x'.repeat(2000) }
    const { json: made } = expectStatus(await service.call('POST /api/tasks', { token, json }), 201)
    const { id } = made.task as { id: string }
    const status = { status: 'in_progress' }
    expectStatus(await service.call(`PATCH /api/tasks/${id}`, { token, json: status }), 200)
    expectStatus(await service.call(`DELETE /api/tasks/${id}`, { token }), 200)
  },
}

const exporting: Part = {
  name: 'exports by the command line',
  everyMs: 10_000,
  once: async ({ service: { place } }, nth) => {
    const args = nth % 2 === 0 ? ['task', 'export'] : ['activity', '--json']
    const { code, err } = await orrery(place, args)
    if (code !== 0) throw new Error(err)
  },
}

const backingUp: Part = {
  name: 'backups',
  everyMs: 20_000,
  once: async ({ service }) => {
    const { token } = service
    expectStatus(await service.call('POST /api/system/backup', { token, json: { keep: 2 } }), 201)
  },
}

const metering: Part = {
  name: 'looks at numbers and pages',
  everyMs: 2000,
  once: async ({ service }) => {
    const { token } = service
    for (const path of ['/metrics', '/api/system', '/api/home', '/api/activity', '/api/inbox', '/api/system/logs', '/'])
      expectStatus(await service.call(`GET ${path}`, { token }), 200)
  },
}

export const peopleParts: readonly Part[] = [
  viewing,
  followingRuns,
  triaging,
  running,
  searching,
  filing,
  exporting,
  backingUp,
  metering,
]
