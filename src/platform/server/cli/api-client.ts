// Speaks to the running service over HTTP: finds its address in the home, shows the access token, explains refusals.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { agentHeader, errorBodySchema, type ErrorBody } from '#platform/contract.ts'
import { addressOf, type Address, type AnswerOf, type Given, type RequestOf, type Route } from '#platform/route.ts'
import { readAccessToken } from '../auth/access-token.ts'
import { variable, type Environment } from '../config/environment.ts'
import { isHomeLocked } from '../files/home-lock.ts'
import { readServiceInfo, type ServiceInfo } from '../files/service-info.ts'
import { schemasOf, type Bound } from '../http/bind.ts'
import { commandLineAgent } from '../http/who-asks.ts'
import { version } from '../version.ts'
import { CliError } from './cli-error.ts'
import type { ExitName } from './exit-codes.ts'

export type TextAnswer = { readonly text: string; readonly header: (name: string) => string | null }

export interface ApiClient {
  /** The running service. Throws `CliError` (69) when none runs. */
  service(): ServiceInfo & { readonly url: string }
  /** Resolves with the checked answer; throws `CliError` for every refusal and failure. */
  ask<R extends Route>(bound: Bound<R>, ...given: Given<RequestOf<R>>): Promise<AnswerOf<R>>
  /** As `ask`, for a route whose answer is plain text. */
  askText<R extends Route>(bound: Bound<R>, ...given: Given<RequestOf<R>>): Promise<TextAnswer>
  /** Opens a socket of the service; rejects with `CliError` where it is refused. */
  dial(path: string, address: Address): Promise<WebSocket>
  /** The same for what takes its time: an answer is waited for so long. */
  within(timeoutMs: number): Pick<ApiClient, 'ask'>
}

export type ApiClientOptions = { readonly home: string; readonly environment: Environment }

export function createApiClient(options: ApiClientOptions): ApiClient {
  const service = () => findService(options.home)
  const send = async (question: Omit<Question, 'url' | 'token' | 'agent'>): Promise<Answer> => {
    const { url } = service()
    const answer = await exchange({
      ...question,
      url: new URL(question.path, url),
      token: findToken(options),
      agent: variable(options.environment, 'SERVICE_SESSION_TMUX'),
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    throw refusal(answer)
  }
  const within = (timeoutMs: number): Pick<ApiClient, 'ask'> => ({
    async ask(bound, ...[given]) {
      const question = { ...questionOf(bound, given), timeoutMs }
      return checked(question, await send(question), answerSchemaOf(bound))
    },
  })
  return {
    service,
    within,
    async dial(path, address) {
      const url = new URL(addressOf(path, address), service().url)
      return dial(url, headersOf(findToken(options)))
    },
    ...within(answerTimeoutMs),
    askText: async (bound, ...[given]) =>
      toText(await send({ ...questionOf(bound, given), timeoutMs: answerTimeoutMs })),
  }
}

/** `bind` compiles only with a schema of the type that the route answers. */
function answerSchemaOf<R extends Route>(bound: Bound<R>): z.ZodType<AnswerOf<R>> {
  return (schemasOf(bound).answer ?? z.never()) as z.ZodType<AnswerOf<R>>
}

type Said = Address & { readonly body?: unknown }

function questionOf({ route }: Bound, given: Said = {}): Pick<Question, 'method' | 'path' | 'body'> {
  return { method: route.method, path: addressOf(route.path, given), body: given.body }
}

function checked<T>({ method, path }: Pick<Question, 'method' | 'path'>, answer: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(answer.text))
  if (parsed.success) return parsed.data
  throw new CliError('internal', `${method} ${path} gave an answer of an unknown form`, {
    hints: ['Command and service may differ in version: restart the service.'],
    cause: parsed.error,
  })
}

function toText({ text, headers }: Answer): TextAnswer {
  return { text, header: (name) => headers[name] ?? null }
}

/** Asks the lock first: after kill -9 another program may have the port, and must not be shown the token. */
function findService(home: string): ServiceInfo & { readonly url: string } {
  if (!isHomeLocked(home)) {
    throw new CliError('unavailable', `no service runs for ${home}`, {
      hints: ['Start it with: orrery start', 'If its home is another one, set SERVICE_HOME.'],
    })
  }
  const info = readServiceInfo(home)
  if (info === null || info.url === null) {
    throw new CliError('unavailable', 'the service is starting', { hints: ['Try again in a moment.'] })
  }
  return { ...info, url: info.url }
}

function findToken({ home, environment }: ApiClientOptions): string | null {
  return variable(environment, 'ACCESS_TOKEN') ?? readAccessToken(home)
}

type Question = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly timeoutMs: number
  readonly url: URL
  readonly token: string | null
  /** The tmux session that the command runs in when an agent calls it. */
  readonly agent: string | null
}
type Answer = { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, string>> }

/** A launch waits for tmux, which may take seconds on a busy machine. */
const answerTimeoutMs = 30_000

function exchange({ method, body, url, token, agent, timeoutMs }: Question): Promise<Answer> {
  const payload = body === undefined ? null : JSON.stringify(body)
  const headers = {
    ...headersOf(token),
    // A name that no header can carry is left out: it is a remark.
    ...(agent === null || !/^[\x20-\x7E]+$/.test(agent) ? {} : { [agentHeader]: agent }),
    ...(payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, timeout: timeoutMs, agent: false }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', (error) => reject(silence(url, error)))
      incoming.on('end', () => {
        const texts = Object.entries(incoming.headers).filter(([, value]) => typeof value === 'string')
        const answered = Object.fromEntries(texts) as Record<string, string>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: answered })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    outgoing.on('error', (error) => reject(silence(url, error)))
    outgoing.end(payload ?? undefined)
  })
}

function headersOf(token: string | null): Readonly<Record<string, string>> {
  return {
    'user-agent': `${commandLineAgent}${version}`,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

/** Few commands need one: its module is loaded with the first. */
async function dial(url: URL, headers: Readonly<Record<string, string>>): Promise<WebSocket> {
  const { WebSocket } = await import('ws')
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(new URL(url.href.replace(/^http/, 'ws')), 'orrery', {
    headers,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: answerTimeoutMs,
  })
  socket.once('open', () => resolve(socket))
  socket.on('error', (error) => reject(silence(url, error)))
  socket.once('unexpected-response', (_request, response) => {
    void text(response).then(
      (body) => reject(refusal({ status: response.statusCode ?? 0, text: body, headers: {} })),
      (error: unknown) => reject(silence(url, error instanceof Error ? error : new Error(String(error)))),
    )
  })
  return promise
}

function silence(url: URL, error: Error): CliError {
  const reason = `the service at ${url.origin} did not answer: ${error.message}`
  return new CliError('unavailable', reason, { hints: ['See what is wrong with: orrery doctor'], cause: error })
}

function refusal(answer: Answer): CliError {
  const parsed = errorBodySchema.safeParse(parseJson(answer.text))
  if (!parsed.success) return new CliError('refused', `the service answered ${answer.status} without a reason`)
  const body = parsed.data
  return new CliError(exitFor(answer.status), sentence(body), { hints: hintsFor(answer.status, body), body })
}

function exitFor(status: number): ExitName {
  if (status === 401 || status === 403) return 'no_permission'
  return status === 503 ? 'unavailable' : 'refused'
}

/** The reason, and for a wrong request each field's own. */
function sentence({ reason, details }: ErrorBody): string {
  return [reason, ...(details ?? []).map((detail) => `  ${detail.field}: ${detail.reason}`)].join('\n')
}

function hintsFor(status: number, { hint }: ErrorBody): string[] {
  const own = status === 401 ? ['The service has another token: set ACCESS_TOKEN as it was when it started.'] : []
  return [...(hint === undefined ? [] : [hint]), ...own]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
