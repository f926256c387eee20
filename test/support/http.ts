// HTTP requests in full control of every header, and the few calls that most tests make.
import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Session } from '#rooms/sessions/contract.ts'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body; `{}` for one that is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>
}

export type CallOptions = {
  /** Sent as JSON with its content type. */
  readonly json?: unknown
  /** Sent as it is, instead of `json`. */
  readonly body?: string | Buffer
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Win over all others; `host` too. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** `call(port, 'GET /api/version')`: a connection of its own to 127.0.0.1. Rejects when there is no answer. */
export function call(port: number, route: string, options: CallOptions = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = route.split(/ (.*)/s)
  const body = options.body ?? (options.json === undefined ? undefined : JSON.stringify(options.json))
  const headers = {
    ...(options.json === undefined || options.body !== undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
      const { statusCode = 0, headers: answered } = incoming
      buffer(incoming).then((bytes) => resolve(answerOf(statusCode, answered, bytes.toString())), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  return { status, headers, text, json: parseObject(text) }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** What the short forms need of a service. */
type Reachable = { readonly port: number; readonly hookPort: number; readonly token: string }

/** POST /api/hooks/ingest as a hook sends it. */
export function ingest({ hookPort }: Reachable, body: object): Promise<Answer> {
  return call(hookPort, 'POST /api/hooks/ingest', { json: body })
}

/** POST /api/agents/launch with the ACCESS_TOKEN. */
export function launch({ port, token }: Reachable, body: object): Promise<Answer> {
  return call(port, 'POST /api/agents/launch', { json: body, token })
}

/** Changes one setting with the ACCESS_TOKEN; null: its default counts again. */
export async function changeSetting(
  { port, token }: Reachable,
  key: string,
  value: string | number | boolean | null,
): Promise<void> {
  const { json } = await call(port, 'GET /api/system/settings', { token })
  const change = value === null ? { unset: [key] } : { set: { [key]: value } }
  const changed = await call(port, 'PATCH /api/system/settings', {
    token,
    json: { revision: json.revision, ...change },
  })
  if (changed.status !== 200) throw new Error(`${key} was not changed: ${changed.status} ${changed.text}`)
}

export async function listSessions({ hookPort }: Reachable): Promise<Session[]> {
  const { json } = await call(hookPort, 'GET /api/hooks/sessions')
  return json.sessions as Session[]
}

/** The `session` of an answer. */
export function sessionOf({ json, status, text }: Answer): Session {
  if (typeof json.session !== 'object' || json.session === null) throw new Error(`no session in ${status} ${text}`)
  return json.session as Session
}
