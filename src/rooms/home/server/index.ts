// Home as app/ wires it: asks each room for its block when somebody looks, and keeps nothing.
import { ok } from '#base/result.ts'
import { fromIso, toIso } from '#base/time.ts'
import type { Ground } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { HomeAnswer, HomeQuery, HomeStep } from '../contract.ts'
import { blockOf } from '../core/block.ts'
import { homeSentence } from '../core/home-sentence.ts'
import { windowOf, type AskedSince } from '../core/since.ts'
import { homeRoutes } from './bound-routes.ts'
import { createMachineLooks } from './machine-looks.ts'
import type { HomePorts } from './ports.ts'

/** The parts of the ground that this room stands on. */
export type HomeGround = Pick<Ground, 'clock' | 'log'>

/** Opened after the rooms whose blocks it shows. */
export function openHomeRoom(ground: HomeGround, ports: HomePorts): Room {
  const machine = createMachineLooks({ ...ground, ...ports })
  return {
    mount(api) {
      mount(api, homeRoutes.readHome, async ({ query }) => ok(await readHome(ground, ports, askedBy(query))))
      mount(api, homeRoutes.readMachine, async ({ query: { again } }) =>
        ok(await machine.tell(again === 'true' ? 'new' : 'known')),
      )
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

function askedBy({ since, visited }: HomeQuery): AskedSince {
  if (visited !== undefined) return { kind: 'visit', atMs: fromIso(visited) }
  return since === undefined ? null : { kind: 'span', atMs: fromIso(since) }
}

async function readHome({ clock, log }: HomeGround, ports: HomePorts, asked: AskedSince): Promise<HomeAnswer> {
  const nowMs = clock.now()
  const window = windowOf(asked, nowMs)
  /** One room that can't answer must not keep the others from being seen. */
  const orNull = async <T>(bring: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await bring()
    } catch (error) {
      log.error({ err: error }, 'a part of Home could not be read, and is left out')
      return null
    }
  }
  const [brought, steps] = await Promise.all([
    Promise.all(ports.blocks.map((bring) => orNull(() => bring(window)))),
    Promise.all(ports.steps.map((bring) => orNull<HomeStep>(bring))),
  ])
  return {
    as_of: toIso(nowMs),
    since: toIso(window.sinceMs),
    since_words: window.said,
    ...homeSentence(ports.counts()),
    blocks: brought.flatMap((block) => (block === null ? [] : (blockOf(block) ?? []))),
    steps: steps.filter((step) => step !== null),
  }
}

export type { HomePorts } from './ports.ts'
