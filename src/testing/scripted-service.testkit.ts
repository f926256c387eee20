// For tests of pages: a service that answers what the test gives it, and tells what it was asked.
import assert from 'node:assert/strict'

export type Sent = { readonly asked: string; readonly body: unknown }
export type Scripted = { readonly status?: number; readonly body: object }

export type ScriptedService = {
  /** Requests in their order, since the last `clear`: `POST /api/tasks` and the JSON that went with it. */
  readonly sent: Sent[]
  /** What the next requests are answered, in their order; 200 with an empty object where nothing is left. */
  readonly answers: Scripted[]
  readonly clear: () => void
}

/** Takes the place of `fetch`. One for all test files, so that they may run in one process. */
export const scriptedService: ScriptedService = {
  sent: [],
  answers: [],
  clear() {
    scriptedService.sent.length = 0
    scriptedService.answers.length = 0
  },
}

export const refused: Scripted = { status: 409, body: { ok: false, error: 'conflict', reason: 'It is over.' } }

globalThis.fetch = (path, options) => {
  const { method = 'GET', body } = options ?? {}
  scriptedService.sent.push({
    asked: `${method} ${typeof path === 'string' ? path : assert.fail()}`,
    body: typeof body === 'string' ? JSON.parse(body) : null,
  })
  const { status = 200, body: said } = scriptedService.answers.shift() ?? { body: {} }
  return Promise.resolve(Response.json(said, { status }))
}
