// Lives of a local model on a device: each moment of its run, and what the hub says after it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isThere, makeAssistantPlace, openOllamaServer, type AssistantPlace } from '../../support/assistant-place.ts'
import { joinHub, outputOf, sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const opened = new AsyncDisposableStack()
const held: (() => void)[] = []
let hub: Service
let place: AssistantPlace
let server: Awaited<ReturnType<typeof openOllamaServer>>

async function* answers(prompt: string): AsyncGenerator<string> {
  yield 'The first words'
  if (prompt.includes('SLOW')) await new Promise<void>((resolve) => void held.push(resolve))
  yield ' and the last.'
}

before(async () => {
  const home = opened.use(await makeHome())
  server = opened.use(await openOllamaServer({ models: ['tiny'], answer: answers }))
  place = opened.use(await makeAssistantPlace(server.host))
  hub = opened.use(await startService(home, { env: { DEPLOYMENT: 'cloud-fabric' } }))
  opened.use(await joinHub(hub, place))
  await until('its models are known', async () => {
    const { json } = await hub.call('GET /api/assistant')
    return (json as { present?: string[] }).present?.includes('tiny')
  })
})
after(() => {
  for (const answer of held) answer()
  return opened.disposeAsync()
})

type Life = {
  readonly name: string
  readonly prompt: string
  readonly model?: string
  /** Done to the run once the model has said its first words. */
  readonly deed?: (run: { readonly id: string; readonly pid: number }) => unknown
  readonly end: 'completed' | 'failed'
  /** Its exit code. */
  readonly code: number | null
  /** What its card says of the reason. */
  readonly why: RegExp
}

const signalled = (signal: NodeJS.Signals) => (run: { readonly pid: number }) => process.kill(run.pid, signal)

const lives: readonly Life[] = [
  { name: 'text', prompt: 'Say something', end: 'completed', code: 0, why: /./ },
  { name: 'text that comes late', prompt: 'SLOW', deed: () => held.pop()?.(), end: 'completed', code: 0, why: /./ },
  {
    name: 'a model that is not there',
    prompt: 'Say something',
    model: 'other',
    end: 'failed',
    code: null,
    why: /has no model other/,
  },
  { name: 'TERM', prompt: 'SLOW', deed: signalled('SIGTERM'), end: 'failed', code: null, why: /TERM/ },
  { name: 'kill of the client', prompt: 'SLOW', deed: signalled('SIGKILL'), end: 'failed', code: null, why: /KILL/ },
  {
    name: 'Stop',
    prompt: 'SLOW',
    deed: ({ id }) => hub.call(`DELETE /api/sessions/${id}`, { token: hub.token }),
    end: 'failed',
    code: null,
    why: /./,
  },
  {
    name: 'failure of the model',
    prompt: 'SLOW',
    deed: () => server[Symbol.asyncDispose](),
    end: 'failed',
    code: 1,
    why: /./,
  },
]

for (const { name, prompt, model = 'tiny', deed, end, code, why } of lives)
  test(`local model: ${name}`, async (t) => {
    const known = new Set(place.calls().map(({ pid }) => pid))
    const id = await startThere(hub, { harness: 'mother-llm', model, prompt })
    let pid: number | null = null
    let startedMs = performance.now()
    if (deed !== undefined) {
      await until('it speaks', async () => (await outputOf(hub, id)).includes('The first words'))
      assert.equal((await sessionThere(hub, id)).state, 'running')
      pid = place.calls().find((call) => !known.has(call.pid))?.pid ?? null
      assert.ok(pid !== null)
      startedMs = performance.now()
      await deed({ id, pid })
    }
    const over = await untilState(hub, id, 'completed', 'failed')
    t.diagnostic(
      `${name}: ${deed === undefined ? 'launch' : 'its cause'} to ${end} ${Math.round(performance.now() - startedMs)} ms`,
    )
    assert.equal(over.state, end)
    await until('its end is told', async () => (await sessionThere(hub, id)).ended_at !== null)
    const session = await sessionThere(hub, id)
    assert.equal(session.exit_code, code)
    assert.match(JSON.stringify(session.cause), why)
    if (pid !== null) {
      const its = pid
      await until('its process is gone', () => !isThere(its))
    }
    if (end === 'completed') assert.equal(await outputOf(hub, id), 'The first words and the last.')
  })
