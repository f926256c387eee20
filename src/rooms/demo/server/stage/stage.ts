// The stage of a demo: its place, its model and gateway, its service, and how its play is told what to do.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { createAsk } from '#platform/server/http/ask-route.ts'
import type { Given, RequestOf, Route } from '#platform/route.ts'
import { scoreText, type Beat } from '../../core/score.ts'
import { startGateway } from './gateway.ts'
import { modelName, startModel } from './model.ts'
import { openPlace, type DemoPlace } from './place.ts'
import { startDemoService, type DemoService } from './service.ts'

export type StageOptions = {
  readonly environment: Environment
  /** How this command itself was started. */
  readonly ownArgv: readonly string[]
  /** 0 picks a free one. */
  readonly port: number
  readonly clock: Clock
  /** The moment that the demo takes for the present; null: the real one. */
  readonly at: number | null
}

export interface Stage extends AsyncDisposable {
  readonly place: DemoPlace
  readonly service: DemoService
  /** What the play of the past takes for the present. */
  readonly presentMs: number
  /** Moves the service's clock to that many milliseconds before the present. */
  readonly setAgo: (ms: number) => Promise<void>
  /** The past is over: from here on the clock is the machine's, or goes on from the moment that was asked for. */
  readonly toPresent: () => Promise<void>
  /** Asks a route of the service and parses the answer's JSON; throws what it refuses. */
  readonly ask: <R extends Route>(route: R, ...given: Given<RequestOf<R>>) => Promise<unknown>
  /** What an agent will do when it is started under that name. */
  readonly writeScore: (session: string, beats: readonly Beat[]) => Promise<void>
  /** Lets those go on who wait for it. */
  readonly cue: (name: string) => Promise<void>
}

export async function openStage({ environment, ownArgv, port, clock, at }: StageOptions): Promise<Stage> {
  const place = await openPlace(environment)
  await using parts = new AsyncDisposableStack()
  parts.defer(() => place.sweep())
  const presentMs = at ?? clock.now()
  let behindMs = 0
  const model = parts.use(await startModel())
  const gateway = parts.use(await startGateway(() => clock.now() - behindMs))
  const setBehind = async (ms: number): Promise<void> => {
    behindMs = ms
    // Whole or not at all: an empty file ends the play.
    await writeAtomic(place.clock, ms === 0 ? '' : String(ms))
  }
  // However long the play takes, what is played happens at its time.
  const setAgo = (ms: number) => setBehind(clock.now() - presentMs + ms)
  await writeFile(join(place.home, 'config.json'), JSON.stringify(configOf(place), null, 2), { mode: 0o600 })
  const env = {
    PORT: String(port),
    SERVICE_MODEL_URL: model.url,
    SERVICE_MODEL: modelName,
    GATEWAY_PORT: String(gateway.port),
  }
  // The first Date.now of the service is behind already: an empty file would end that for good.
  await setAgo(startsAgoMs)
  await mkdir(join(place.home, 'workflows'), { mode: 0o700 })
  const service = await startDemoService(place, { argv: ownArgv, env })
  parts.defer(() => service.stop())
  const asker = createAsk({ url: () => service.url, token: service.token })
  const kept = parts.move()
  return {
    place,
    service,
    presentMs,
    setAgo,
    toPresent: () => setBehind(at === null ? 0 : clock.now() - at),
    async ask(route, ...given) {
      const answer = await asker(route, null, ...given)
      if (!answer.ok) throw new Error(`${route.method} ${route.path}: ${answer.error.reason}`)
      const value: unknown = JSON.parse(answer.value)
      return value
    },
    writeScore: (session, beats) => writeFile(join(place.scores, `${session}.score`), scoreText(beats)),
    cue: (name) => writeFile(join(place.scores, `${name}.cue`), ''),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The service begins before everything that is played on it. */
const startsAgoMs = 3.2 * dayMs

function configOf({ actor, scores }: DemoPlace): object {
  const agent = (type: string) => ({ command: ['sh', actor, scores, '{session_name}', type, '{prompt}'] })
  const interactive = (type: string) => ({ interactive_command: ['sh', actor, scores, '{session_name}', type] })
  return {
    agents: {
      'code-agent': { ...agent('code-agent'), ...interactive('code-agent') },
      'gateway-agent': agent('gateway-agent'),
      shell: agent('shell'),
    },
  }
}
