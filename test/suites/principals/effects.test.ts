// Effects by principal, not routes by class: whatever way requests take together, nothing is spawned, typed, interrupted, ended
// or removed by somebody without the right to it. ORRERY_SEED repeats a run, ORRERY_CHAINS makes it longer.
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { actingTools, knownAttacks, principals, randomChain, type Chain } from './chains.ts'
import { inWords, wrongs, type Effects } from './rights.ts'
import { whyNoStranger } from './stranger.ts'
import { openWorld, type Mode } from './world.ts'

const seed = Number(process.env.ORRERY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const chainCount = Number(process.env.ORRERY_CHAINS ?? 8)
const noStranger = whyNoStranger()
const modes: readonly Mode[] = ['default', 'requireTokenLocally', 'exposed']

// A world mostly waits for its terminals, so that two fit beside each other.
describe('effects', { concurrency: 2 }, () => {
  for (const mode of modes) {
    test(`${mode}: no chain of requests acts without the right to it`, async (context) => {
      if (noStranger !== null) context.diagnostic(`without another user of the machine: ${noStranger}`)
      context.diagnostic(`ORRERY_SEED=${seed}`)
      await using world = await openWorld(mode, noStranger === null)
      for (const chain of chainsFor(mode)) await judge(context, world, chain)
    })
  }
  test('the traps themselves work: a login that asks for it types, interrupts, ends and runs', trapsWork)
})

async function judge(context: TestContext, world: Awaited<ReturnType<typeof openWorld>>, chain: Chain): Promise<void> {
  const { done, effects } = await world.play(chain)
  const found = wrongs(done, effects)
  if (found.length > 0) context.diagnostic(done.map(({ status }) => status).join(', '))
  assert.deepEqual(found, [], `seed ${seed}:\n${inWords(chain)}`)
}

function chainsFor(mode: Mode): readonly Chain[] {
  const random = mulberry32(seed + modes.indexOf(mode))
  const through = mode === 'exposed' ? 'hooks' : 'main'
  // Nothing of a stranger's is taken, so that one stage serves all its attacks; what a page may do changes the stage.
  const known = [
    knownAttacks('stranger', through).flat(),
    knownAttacks('step', through).flat(),
    knownAttacks('agent', through).flat(),
    knownAttacks('decider', through).flat(),
    ...knownAttacks('page', through),
    // Refused although it is the owner who asks: the tools take another token.
    knownAttacks('login', through)
      .flat()
      .filter(({ deed }) => deed.kind === 'tool'),
  ]
  const made = Array.from({ length: chainCount }, () => randomChain(random))
  return [...known, ...made].filter((chain) => noStranger === null || chain.every(({ by }) => by !== 'stranger'))
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function mulberry32(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('the tools of agents stop a session, and launch or type into no shell', async () => {
  await using world = await openWorld('default', false)
  const steps = actingTools.map((tool) => ({ tool, target: 'trap' as const, kind: 'tool' as const }))
  const chain = steps.map((deed) => ({ by: 'agent' as const, through: 'main' as const, deed }))
  const { done, effects } = await world.play(chain, ({ interrupted }) => interrupted.length > 0)
  assert.deepEqual(
    done.map(({ status }) => status),
    [403, 403, 200],
  )
  assert.deepEqual(effects, { ran: [], interrupted: ['trap'], ended: [], restarted: [], forgotten: [] })
  assert.deepEqual(wrongs(done, effects), [])
})

async function trapsWork(): Promise<void> {
  await using world = await openWorld('default', false)
  const by = { by: 'login', through: 'main' } as const
  const chain: Chain = [
    { ...by, deed: { kind: 'type', target: 'trap' } },
    { ...by, deed: { kind: 'answer', target: 'trap' } },
    { ...by, deed: { kind: 'launch' } },
    { ...by, deed: { kind: 'patch', target: 'over', body: { state: 'running' } } },
    { ...by, deed: { kind: 'finish_task' } },
    { ...by, deed: { kind: 'stop', target: 'trap' } },
    { ...by, deed: { kind: 'remove', target: 'trap', query: '?kill=true' } },
    { ...by, deed: { kind: 'hooks', act: 'install' } },
    { ...by, deed: { kind: 'hooks', act: 'uninstall' } },
    { ...by, deed: { kind: 'settings' } },
    { ...by, deed: { kind: 'test', what: 'agent' } },
    { ...by, deed: { kind: 'test', what: 'model' } },
    { ...by, deed: { kind: 'remove', target: 'trap', query: '?purge=true' } },
  ]
  const expected: Effects = {
    ran: [0, 1, 2],
    interrupted: ['trap'],
    ended: ['trap'],
    restarted: ['over', 'put-off'],
    forgotten: ['trap'],
  }
  const { done, effects } = await world.play(chain, (seen) => isDeepStrictEqual(seen, expected))
  assert.deepEqual(
    done.map(({ status }) => status),
    [101, 200, 201, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  )
  assert.deepEqual(effects, expected)
  assert.deepEqual(wrongs(done, effects), [])
  const asOthers = principals.flatMap((one) =>
    wrongs(
      done.map((step) => ({ ...step, by: one })),
      effects,
    ),
  )
  assert.ok(asOthers.length >= 3 * 4, 'the same effects are wrong when anybody else asked')
}
