// The client behind `ctx.api`: calls the routes of plugins on this service, and nothing else.
import { pluginPrefix } from '#platform/api.ts'
import type { StepApi } from './orrery-strand/strand.js'
import type { ApiSettings } from './worker/messages.ts'

/** Of an answer that says why; a longer one is cut. */
const maxReasonChars = 2000

/** `signal` ends calls under way. */
export function createStepApi({ baseUrl, token }: ApiSettings, signal: AbortSignal): StepApi {
  // The answer's type is the caller's claim, as with JSON.parse.
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const url = pluginUrl(baseUrl, path)
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    const text = await response.text()
    if (!response.ok) throw new CallRefused(`${method} ${url.pathname}`, response.status, reasonOf(text))
    return (text === '' ? null : JSON.parse(text)) as T
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  }
}

class CallRefused extends Error {
  readonly status: number

  constructor(what: string, status: number, reason: string) {
    super(`${what} answered ${status}${reason === '' ? '' : `: ${reason}`}`)
    this.name = 'CallRefused'
    this.status = status
  }
}

function pluginUrl(baseUrl: string, path: string): URL {
  const url = new URL(path, baseUrl)
  if (url.origin === new URL(baseUrl).origin && url.pathname.startsWith(pluginPrefix)) return url
  throw new Error(`ctx.api calls paths under ${pluginPrefix} only, and ${path} is none: use fetch for others`)
}

/** The sentence of our error body, with what to do next; else the text itself. */
function reasonOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('reason' in body)) return text.slice(0, maxReasonChars)
    const hint = 'hint' in body ? ` ${String(body.hint)}` : ''
    return `${String(body.reason)}${hint}`.slice(0, maxReasonChars)
  } catch (error) {
    if (error instanceof SyntaxError) return text.slice(0, maxReasonChars)
    throw error
  }
}
