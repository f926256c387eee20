// Events at a fixed pace, whether or not the server keeps up, and how long each takes until a viewer sees it.
import { setTimeout as wait } from 'node:timers/promises'
import { openAgent, type Agent } from './agents.ts'
import { sessionName } from './requests.ts'
import { openViewers } from './viewers.ts'

/** Each has said nothing for a while when its turn comes, so that every event is a change that can be told apart. */
const agentCount = 20

export type OpenLoop = AsyncDisposable & {
  /** Sends so many events at so many a second. Resolves with the milliseconds from the sending to the viewer. */
  readonly send: (events: number, perSecond: number) => Promise<readonly number[]>
}

/** One viewer and twenty agents of the server at `url`. */
export async function openLoop(url: string): Promise<OpenLoop> {
  const viewers = await openViewers(url, 1)
  const agents = await Promise.all(Array.from({ length: agentCount }, (_, index) => openAgent(url, index)))
  return {
    async send(events, perSecond) {
      const sentMs = new Map<string, number>()
      const tookMs: number[] = []
      let isSent = false
      const seen = Promise.withResolvers<void>()
      viewers.onFrame = (frame) => {
        const nowMs = performance.now()
        for (const name of sessionsIn(frame)) {
          const since = sentMs.get(name)
          if (since !== undefined && sentMs.delete(name)) tookMs.push(nowMs - since)
        }
        if (isSent && sentMs.size === 0) seen.resolve()
      }
      await Promise.all(await sendAtPace({ events, perSecond, agents, sentMs }))
      isSent = true
      if (sentMs.size > 0) await Promise.race([seen.promise, giveUp()])
      return tookMs
    },
    async [Symbol.asyncDispose]() {
      for (const agent of agents) await agent[Symbol.asyncDispose]()
      await viewers[Symbol.asyncDispose]()
    },
  }
}

type Pace = {
  readonly events: number
  readonly perSecond: number
  readonly agents: readonly Agent[]
  readonly sentMs: Map<string, number>
}

async function sendAtPace({ events, perSecond, agents, sentMs }: Pace): Promise<readonly Promise<void>[]> {
  const startedMs = performance.now()
  /** An agent that has no answer yet speaks once it has; its event counts from when it was due. */
  const answers = agents.map(() => Promise.resolve())
  for (let index = 0; index < events; index++) {
    await wait(Math.max(0, startedMs + (index * 1000) / perSecond - performance.now()))
    const turn = index % agents.length
    const name = sessionName(turn)
    // Of two that a slow server tells in one frame the first counts.
    if (!sentMs.has(name)) sentMs.set(name, performance.now())
    answers[turn] = Promise.resolve(answers[turn]).then(() => agents[turn]?.speak())
  }
  return answers
}

/** Of the service's frames and of the reference's alike. */
function sessionsIn(frame: Buffer): string[] {
  return [...frame.toString().matchAll(/"tmux_session":"([^"]+)"/g)].flatMap(([, name]) => name ?? [])
}

const limitMs = 10_000

async function giveUp(): Promise<never> {
  await wait(limitMs, undefined, { ref: false })
  throw new Error(`the viewer had not seen every event ${limitMs / 1000} s after the last`)
}
