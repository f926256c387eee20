// The agents' half of the load: events, launches and stops, terminals, a device's sessions, tools.
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { expectStatus, rest, type Part, type Stage } from './part.ts'

/** The same names again and again: what is remembered of each is bounded, what is remembered of ever new ones is history. */
const speakers = 40
const events = [
  'start',
  'tool_use',
  'to_review',
  'running',
  'tool_use',
  'prompt_ready',
  'to_in_progress',
  'exit',
  'requeue',
]

/** A hundred a second, on connections that are kept. */
const eventsAtOnce = 20
const speaking: Part = {
  name: 'bursts of twenty events',
  everyMs: 200,
  once: async ({ service, signal }, nth) => {
    const burst = Array.from({ length: eventsAtOnce }, async (_, index) => {
      const number = nth * eventsAtOnce + index
      const event = events[Math.floor(number / speakers) % events.length]
      const body = { tmux_session: `agent-soak-${number % speakers}`, event, metadata: `event ${number}` }
      const status = await post(service.hookPort, agentOf(signal), body)
      if (status !== 200) throw new Error(`${body.event} was answered with ${status}`)
    })
    await Promise.all(burst)
  },
}

const connections = new WeakMap<AbortSignal, Agent>()

/** One for each load, whose connections end with it. */
function agentOf(signal: AbortSignal): Agent {
  const known = connections.get(signal)
  if (known !== undefined) return known
  const made = new Agent({ keepAlive: true, maxSockets: eventsAtOnce })
  connections.set(signal, made)
  return made
}

function post(port: number, agent: Agent, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/api/hooks/ingest', headers, agent }
    const outgoing = request(options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.once('error', reject).end(JSON.stringify(body))
  })
}

const launching: Part = {
  name: 'launches, stops and dismissals',
  everyMs: 3000,
  atOnce: 2,
  once: async ({ service }, nth) => {
    const prompt = nth % 3 === 0 ? `echo soaked ${nth}; exit ${nth % 2}` : `echo soaking ${nth}; exec sleep 1000`
    const { id } = sessionOf(expectStatus(await launch(service, { agent_type: 'shell', prompt }), 201))
    if (nth % 3 !== 0) {
      const { token } = service
      expectStatus(await service.call('POST /api/agents/stop', { token, json: { session_id: id } }), 200)
    }
    await until('it has ended', async () => {
      const { ended_at: endedAt, tmux_alive: isAlive } = sessionOf(await service.call(`GET /api/hooks/sessions/${id}`))
      return endedAt !== null && !isAlive
    })
    expectStatus(await service.call(`DELETE /api/hooks/sessions/${id}`), 200)
  },
}

/** Someone watches an agent that talks all the time; every other one leaves without a word, some stop reading before. */
const watching: Part = {
  name: 'terminals attached and dropped',
  everyMs: 3000,
  atOnce: 2,
  once: async (stage, nth) => {
    const { service, signal } = stage
    const id = await talkerOf(stage)
    const url = `ws://127.0.0.1:${service.port}/ws/terminal/${id}?mode=${nth % 2 === 0 ? 'read' : 'write'}`
    const socket = new WebSocket(url, ['orrery', `orrery.token.${service.token}`])
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let bytes = 0
    socket.on('message', (data: Buffer) => (bytes += data.length))
    socket.on('error', () => {
      // Its end says the same.
    })
    await until('the terminal shows something', () => bytes > 100)
    if (nth % 3 === 0) socket.pause()
    await rest(1500, signal)
    if (nth % 2 === 0) socket.terminate()
    else {
      socket.resume()
      socket.close()
    }
    await closed
  },
}

const talkers = new WeakMap<AbortSignal, Promise<string>>()

/** One for each load, dismissed with it. */
function talkerOf({ service, signal }: Stage): Promise<string> {
  const known = talkers.get(signal)
  if (known !== undefined) return known
  const prompt = 'while :; do echo "$(date) all is well"; sleep 0.1; done'
  const started = launch(service, { agent_type: 'shell', prompt }).then((answer) => sessionOf(answer).id)
  talkers.set(signal, started)
  return started
}

const faring: Part = {
  name: 'sessions on a device',
  everyMs: 5000,
  once: async ({ service, device }, nth) => {
    const id = await startThere(service, { prompt: `job ${nth}`, deviceTarget: device.id })
    await untilState(service, id, 'completed', 'failed')
    expectStatus(await service.call(`GET /api/sessions/${id}/stream`, { token: service.token }), 200, 404)
    await until('nothing of it goes on', async () => (await sessionThere(service, id)).stopping === null)
    expectStatus(await service.call(`DELETE /api/hooks/sessions/${id}`, { token: service.token }), 200)
  },
}

export const agentParts: readonly Part[] = [speaking, launching, watching, faring]

/** What agents leave when their load ends: connections, and one of them on the board. */
export async function dismissAgents({ service, signal }: Stage): Promise<void> {
  agentOf(signal).destroy()
  const id = await talkers.get(signal)
  if (id === undefined) return
  const { token } = service
  expectStatus(await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token }), 200)
}
