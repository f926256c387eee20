// The local assistant as a person waits for it: from the question to its first words, and from STOP to no program any more.
import { setTimeout as wait } from 'node:timers/promises'
import { isThere, makeAssistantPlace, openOllamaServer } from '../../test/support/assistant-place.ts'
import { joinHub, outputOf, sessionThere, startThere } from '../../test/support/device-place.ts'
import { makeHome } from '../../test/support/home.ts'
import { startService, type Service } from '../../test/support/service.ts'
import { atMost, type Row } from '../lib/line.ts'
import { median, percentile } from '../lib/stats.ts'

const rounds = 8
/** Which begins with a Node of its own, as the stand-in for the program is one. */
const wordsGoalMs = 1500
const stopGoalMs = 1000
const lookMs = 5
const patienceMs = 30_000

export const assistant: Row = {
  name: 'assistant',
  async run() {
    await using server = await openOllamaServer({ models: ['tiny'], answer: holdOn })
    await using hubPlace = await makeHome()
    await using place = await makeAssistantPlace(server.host)
    await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
    await using daemon = await joinHub(hub, place)
    const isKnown = async (): Promise<boolean> => {
      const { present } = (await hub.call('GET /api/assistant')).json as { readonly present: readonly string[] }
      return present.includes('tiny')
    }
    await passed('its model is known', isKnown)
    const [wordsMs, goneMs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const askedMs = performance.now()
      const id = await startThere(hub, {
        harness: 'mother-llm',
        deviceTarget: daemon.id,
        model: 'tiny',
        prompt: `what waits? ${round}`,
      })
      await passed('its first words are there', async () => (await outputOf(hub, id)) === firstWords)
      wordsMs.push(performance.now() - askedMs)
      goneMs.push(await stop(hub, id, place.calls().at(-1)?.pid ?? 0))
    }
    return [
      line('a question to its first words', { measured: median(wordsMs), goalMs: wordsGoalMs, note: worst(wordsMs) }),
      line('STOP to no program of it', { measured: percentile(goneMs, 1), goalMs: stopGoalMs, note: worst(goneMs) }),
    ]
  },
}

const firstWords = 'The first words'

const worst = (all: readonly number[]): string => `median of ${rounds}, the worst ${percentile(all, 1).toFixed(0)} ms`

/** Goes on for as long as somebody listens. */
async function* holdOn(): AsyncGenerator<string> {
  yield firstWords
  await wait(patienceMs, undefined, { ref: false })
}

async function stop(hub: Service, id: string, pid: number): Promise<number> {
  if (!isThere(pid)) throw new Error('nothing runs that could be stopped')
  const startedMs = performance.now()
  const { status } = await hub.call(`DELETE /api/sessions/${id}`, { token: hub.token })
  if (status !== 200) throw new Error(`STOP was refused: ${status}`)
  await passed('its program is gone', () => !isThere(pid))
  const tookMs = performance.now() - startedMs
  await passed('nothing of it is left', async () => (await sessionThere(hub, id)).stopping === null)
  return tookMs
}

async function passed(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + patienceMs
  while (!(await ask())) {
    if (performance.now() > untilMs) throw new Error(`not within ${patienceMs} ms: ${what}`)
    await wait(lookMs)
  }
}

type Told = { readonly measured: number; readonly goalMs: number; readonly note: string }

function line(title: string, { measured, goalMs, note }: Told) {
  return { title, unit: 'ms', measured, bare: null, ratio: null, goal: atMost(goalMs), note } as const
}
