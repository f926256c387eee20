// Rounds of steps by many actors at once, on a service whose every wait is held up by chance; after each round the board has
// to tell the truth, soon, and its history no falsehood.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SessionEvent } from '#rooms/sessions/contract.ts'
import { makeHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { createActor, type Actor, type Stage } from './actor.ts'
import { placeAgents } from './evidence.ts'
import { difference } from './judge.ts'
import { keepBusy } from './load.ts'
import { seeded, type Random } from './random.ts'

export type Pressure = {
  readonly seed: number
  readonly steps: number
  /** Endless loops beside it. */
  readonly loops: number
  readonly log?: (line: string) => void
}

const actorCount = 10
/** So many steps one after the other before the truth is looked at. */
const mostStepsInARow = 4
/** Before each step, so that it hits any moment of a beginning or an end. */
const mostPauseMs = 150
/** Long enough for a terminal that is waited for on a busy machine; the truth is noticed as soon as it is there. */
const settleLimitMs = 40_000

/** Rejects with seed, step and difference. Resolves with the number of steps that were made. */
export async function putUnderPressure({ seed, steps, loops, log = () => {} }: Pressure): Promise<number> {
  await using place = await makeHome()
  using beside = new DisposableStack()
  beside.use(keepBusy(loops))
  const random = seeded(seed)
  const start = () =>
    startService(place, {
      env: { TRUTH_SEED: String(seed) },
      nodeOptions: ['--import', join(import.meta.dirname, 'delays.ts')],
    })
  let service = await start()
  const stage: Stage = { place, agents: placeAgents(place), service: () => service, random }
  const actors = Array.from({ length: actorCount }, (_, index) => createActor(stage, `agent-${index}`))
  const done: string[] = []
  const note = (line: string): void => {
    done.push(line)
    log(`${done.length} ${line}`)
  }
  try {
    let made = 0
    while (made < steps) {
      const rows = await Promise.all(actors.map((actor) => stepSome(actor, random, note)))
      made += rows.reduce((sum, count) => sum + count, 0)
      const event = await somethingElse(stage, actors)
      if (event === 'restart') service = await restartService(service, start, random)
      if (event !== null) note(event)
      await settle(stage, actors)
      for (const actor of actors) await checkHistory(service, actor)
    }
    return made
  } catch (error) {
    const last = done.slice(-40).join('\n  ')
    throw new Error(`seed ${seed}, step ${done.length}: ${String(error)}\nlast steps:\n  ${last}`, { cause: error })
  } finally {
    await service[Symbol.asyncDispose]()
  }
}

async function stepSome(actor: Actor, random: Random, note: (line: string) => void): Promise<number> {
  const count = 1 + random.below(mostStepsInARow)
  for (let index = 0; index < count; index++) {
    await wait(random.below(mostPauseMs))
    note(`${actor.name} ${await actor.step()}`)
  }
  return count
}

/** Now and then the world around ends. */
async function somethingElse({ random, place }: Stage, actors: readonly Actor[]): Promise<string | null> {
  const chance = random.below(8)
  if (chance === 0) return 'restart'
  if (chance !== 1) return null
  for (const actor of actors) actor.killed()
  await place.tmux('kill-server').catch(() => {})
  return 'the tmux server was killed'
}

async function restartService(service: Service, start: () => Promise<Service>, random: Random): Promise<Service> {
  await (random.below(2) === 0 ? service.kill() : service.stop())
  await wait(random.below(300))
  return start()
}

async function settle({ agents, service }: Stage, actors: readonly Actor[]): Promise<void> {
  let wrong: string[] = []
  const isTrue = async (): Promise<boolean> => {
    const { terminals, runsOf } = await agents.look()
    const sessions = new Map((await listSessions(service())).map((session) => [session.id, session]))
    wrong = actors.flatMap((actor) => {
      const known = actor.known()
      if (known === null) return []
      const session = sessions.get(known.sessionId) ?? null
      const facts = { session, hasTerminal: terminals.has(actor.name), runs: runsOf(actor.name) }
      const verdict = difference(known, facts)
      return verdict === null ? [] : [`${actor.name}: ${verdict}`]
    })
    return wrong.length === 0
  }
  await until('the board tells the truth', isTrue, settleLimitMs).catch((error: unknown) => {
    throw new Error(wrong.join('\n'), { cause: error })
  })
}

/** A launched agent that nobody closed from outside never vanished and never came back, not even for a moment. */
async function checkHistory(service: Service, actor: Actor): Promise<void> {
  const known = actor.known()
  if (known === null || !known.isLaunched || actor.wasKilled()) return
  const { status, json } = await service.call(`GET /api/hooks/sessions/${known.sessionId}/events?limit=50`)
  if (status !== 200) return
  const events = json.events as SessionEvent[]
  const lie = events.find(({ source, event, from, to }) => source === 'scanner' && event !== null && from !== to)
  if (lie !== undefined) throw new Error(`${actor.name}: ${lie.from} to ${lie.to}, ${lie.metadata}`)
}
