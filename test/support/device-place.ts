// A machine with programs of a test's own that stand for agents: a home whose PATH begins with a folder of them.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeHome, type TestHome, type Variables } from './home.ts'
import { sessionOf, type Answer } from './http.ts'
import { pairDaemon, startDaemon, untilOnline, type Daemon } from './daemon.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

export type DevicePlace = TestHome & {
  /** Puts a shell script on the PATH of this machine. Asked for its version it tells one and does nothing else. */
  readonly install: (name: string, script: string) => void
}

// A daemon asks every client of its machine for its version as it starts; a real one does no work for that.
const versionOnly = '[ "$1" = --version ] && { echo 1.2.3; exit; }'

/** `more` stands in the environment of every program there. */
export async function makeDevicePlace(more: Variables = {}): Promise<DevicePlace> {
  const place = await makeHome()
  const bin = join(place.root, 'bin')
  mkdirSync(bin)
  return {
    ...place,
    env: (changes = {}) => place.env({ PATH: `${bin}:${process.env.PATH}`, ...more, ...changes }),
    install(name, script) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${versionOnly}\n${script}\n`)
      chmodSync(join(bin, name), 0o755)
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}

/** Pairs a machine and starts its daemon; resolves when the hub heard it. */
export async function joinHub(hub: Service, place: DevicePlace): Promise<Daemon & { readonly id: string }> {
  const { id } = await pairDaemon(hub, place)
  const daemon = startDaemon(place)
  await untilOnline(hub, id)
  return { ...daemon, id }
}

export type SessionFacts = Readonly<Record<string, unknown>> & { readonly id: string; readonly state: string }

/** Asks for a session on a device; the answer may be a refusal. */
export function askFor(hub: Service, body: object): Promise<Answer> {
  return hub.call('POST /api/sessions', {
    token: hub.token,
    json: { harness: 'code-agent', prompt: 'work', deviceTarget: 'auto', ...body },
  })
}

/** Starts one, and answers its id. Throws when it is refused. */
export async function startThere(hub: Service, body: object): Promise<string> {
  return sessionOf(await askFor(hub, body)).id
}

export async function sessionThere(hub: Service, id: string): Promise<SessionFacts> {
  const { json } = await hub.call(`GET /api/sessions/${id}`, { token: hub.token })
  return json.session as SessionFacts
}

const patienceMs = 120_000

/** Until the session has one of these states. */
export async function untilState(hub: Service, id: string, ...states: readonly string[]): Promise<SessionFacts> {
  let last = ''
  try {
    return await until(
      `the session is ${states.join(' or ')}`,
      async () => {
        const session = await sessionThere(hub, id)
        last = JSON.stringify(session)
        return states.includes(session.state) ? session : null
      },
      patienceMs,
    )
  } catch (error) {
    throw new Error(`it stands otherwise: ${last}`, { cause: error })
  }
}

/** What the hub keeps of a session's output, carriage returns taken out. */
export async function outputOf(hub: Service, id: string): Promise<string> {
  const { text } = await hub.call(`GET /api/agents/${id}/log?tail=10485760`, { token: hub.token })
  return text.replaceAll('\r', '')
}

/** Lines of a file that a program of the test writes; none while it is not there. */
export function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}

/** A model server of this machine with one model. Disposing ends it. */
export async function openModelServer(model: string, shown: object = {}) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const has = request.url !== '/api/show' || (JSON.parse(body) as { model: string }).model === model
      const answers: Record<string, object> = {
        '/api/version': { version: '0.9.0' },
        '/api/tags': { models: [{ name: model }] },
        '/api/show': shown,
      }
      response.writeHead(has ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(has ? (answers[request.url ?? ''] ?? {}) : { error: 'not found' }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
