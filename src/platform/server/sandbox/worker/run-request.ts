// Answers one request by the route of a plugin that fits it.
import { asJson } from '../as-json.ts'
import type { AnswerData, RequestData, RunnerTask } from './messages.ts'

type Match = { readonly handle: unknown; readonly params: Record<string, string> }

/** Null: the plugin has no such route. */
export async function runRequest(
  { url, request }: Extract<RunnerTask, { kind: 'request' }>,
  signal: AbortSignal,
): Promise<AnswerData | null> {
  const module = (await import(url)) as { readonly default?: { readonly routes?: Readonly<Record<string, unknown>> } }
  const match = findRoute(module.default?.routes ?? {}, request)
  if (match === null || typeof match.handle !== 'function') return null
  const answer = (status: number, body: unknown): Answer => new Answer(status, body)
  const given: unknown = await Reflect.apply(match.handle, module.default?.routes, [
    { ...request, params: match.params, signal, answer },
  ])
  const { status, body } = given instanceof Answer ? given : new Answer(200, given)
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Error(`it answered with the status ${String(status)}, which is none from 200 to 599`)
  }
  return { status, body: asJson(body, 'its answer') }
}

class Answer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

function findRoute(routes: Readonly<Record<string, unknown>>, { method, path }: RequestData): Match | null {
  const segments = path.split('/').filter((segment) => segment !== '')
  for (const [route, handle] of Object.entries(routes)) {
    const [wanted, pattern = '/'] = route.split(' ')
    if (wanted !== method) continue
    const params = matchPath(
      pattern.split('/').filter((segment) => segment !== ''),
      segments,
    )
    if (params !== null) return { handle, params }
  }
  return null
}

function matchPath(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return null
  }
  return params
}
