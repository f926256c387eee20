// Never an approval without a person: whatever happens in whatever order, a hook, here or on a device, is told 'allow' only
// after somebody said so with the input before their eyes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '#base/time.ts'
import type { DecisionRequest } from '../contract.ts'
import { openRoom, type ApprovalsTestRoom } from './room.testkit.ts'

/** A small generator of our own, so that a failure can be run again by its seed. */
function randomBy(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const edits = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
const request = { tool_name: 'Bash', tool_input: { command: 'npm test' }, permission_suggestions: edits }

/** What is true of the world, and what was done to it. */
class World {
  room: ApprovalsTestRoom
  readonly random: (below: number) => number
  readonly ids: string[] = []
  /** On the device by the device's own name. */
  readonly onDevice = new Map<string, string>()
  /** A person said yes, whether or not that was taken; and those of whom it was. */
  readonly said = new Set<string>()
  readonly allowed = new Set<string>()
  readonly answered = new Set<string>()
  readonly forgotten = new Set<string>()
  readonly polls: Promise<void>[] = []
  readonly wrong: string[] = []

  constructor(room: ApprovalsTestRoom, random: (below: number) => number) {
    this.room = room
    this.random = random
  }

  pick(): string | null {
    return this.ids.at(-1 - this.random(4)) ?? null
  }

  /** A person decides. */
  async decide(id: string, decision: Partial<DecisionRequest>): Promise<number> {
    if (this.forgotten.has(id)) return 404
    const isYes = (decision.decision ?? 'approve') === 'approve'
    if (isYes && decision.input_hash === undefined) this.said.add(id)
    const { status } = await this.room.decide(id, decision)
    if (status !== 200) return status
    if (this.answered.has(id)) this.wrong.push(`${id} was decided twice`)
    if (isYes && !this.said.has(id)) this.wrong.push(`${id} was allowed unseen`)
    if (isYes) this.allowed.add(id)
    this.answered.add(id)
    return status
  }

  /** A hook asks for its answer and may hear it at any later moment. */
  poll(id: string): void {
    const heard = this.room.poll(id).then(
      ({ status, text }) => this.check(id, status === 200 && text.includes('"allow"')),
      () => {}, // The service ended meanwhile: its hook prints nothing.
    )
    this.polls.push(heard)
  }

  check(id: string, isAllowed: boolean): void {
    if (isAllowed && !this.said.has(id)) this.wrong.push(`${id} was allowed by nobody`)
  }

  /** What the device was told since. */
  checkDevice(): void {
    for (const { approval_id: own, decision } of this.room.device.answers.splice(0))
      this.check(this.onDevice.get(own) ?? own, JSON.stringify(decision).includes('"allow"'))
  }
}

type Act = (world: World) => unknown

/** Each as likely as the others; twice is twice as likely. */
const acts: Readonly<Record<string, Act>> = {
  ask,
  askAgain: ask,
  askOnDevice,
  poll: (world) => ofOne(world, (id) => world.poll(id)),
  pollAgain: (world) => ofOne(world, (id) => world.poll(id)),
  approve: (world) => ofOne(world, (id) => world.decide(id, {})),
  approveWithMore: (world) => ofOne(world, (id) => world.decide(id, { suggestion: 0 })),
  approveWhatNobodyOffered: (world) => ofOne(world, (id) => world.decide(id, { suggestion: 7, input_hash: 'wrong' })),
  approveUnseen: (world) => ofOne(world, (id) => world.decide(id, { input_hash: 'wrong' })),
  deny: (world) => ofOne(world, (id) => world.decide(id, { decision: 'deny' })),
  both: (world) =>
    ofOne(world, async (id) => {
      const both = await Promise.all([world.decide(id, {}), world.decide(id, { decision: 'deny' })])
      assert.ok(both.filter((status) => status === 200).length <= 1, 'both were taken')
    }),
  anAgentDecides: (world) =>
    ofOne(world, async (id) => {
      if (world.forgotten.has(id)) return
      const tool = { authorization: `Bearer ${world.room.toolToken}` }
      for (const headers of [{ 'x-agent-session': 'agent-1' }, tool])
        assert.equal((await world.room.decide(id, {}, headers)).status, 403)
    }),
  theToolRan: ({ room }) => hears(room.hear({ events: ['agent.tool_use'], metadata: 'Bash: npm test' })),
  anotherHook: ({ room, random }) =>
    hears(room.hear({ hook: ['Stop', 'Notification', 'PermissionRequest', 'SubagentStop'][random(4)] ?? 'Stop' })),
  itsProgramEnds: ({ room }) => hears(room.hear({ source: 'wrapper', events: ['process.exit'] })),
  aLittleTime: ({ room, random }) => room.time.pass(random(40) * secondMs),
  pastItsTime: ({ room, random }) => (random(4) === 0 ? room.time.pass(31 * minuteMs) : null),
  theClockIsSet: ({ room, random }) => void (room.time.nowMs += (random(3) - 1) * 5 * minuteMs),
  theDisk: ({ room, random }) => void (room.disk.isFull = random(2) === 0),
  theSessionMoves: ({ room, random }) =>
    room.moveSession('s1', (['running', 'awaiting_review', 'completed', 'failed'] as const)[random(4)] ?? 'running'),
  theSessionIsRemoved: async (world) => {
    if (world.random(4) > 0) return
    await world.room.room.forget('s1')
    for (const id of world.ids) world.forgotten.add(id)
  },
  theDeviceComesAndGoes: ({ room, random }) => void (room.device.isOnline = random(2) === 0),
  theDeviceTells: ({ room, random, onDevice }) => {
    const own = [...onDevice.keys()].at(-1 - random(2))
    const how = (['told', 'answered', 'gone'] as const)[random(3)] ?? 'gone'
    return own === undefined ? null : room.hearDevice({ kind: 'closed', approval_id: own, how })
  },
  theServiceStartsAnew: restart,
}

function ofOne(world: World, act: (id: string) => unknown): unknown {
  const id = world.pick()
  return id === null ? null : act(id)
}

/** A full disk refuses a report, and its agent tells it again. */
const hears = (report: Promise<unknown>): Promise<unknown> => report.catch(() => null)

async function ask(world: World): Promise<void> {
  const asked = await world.room.ask(request).catch(() => null)
  if (typeof asked === 'string') world.ids.push(asked)
}

async function askOnDevice(world: World): Promise<void> {
  const own = `own-${world.onDevice.size}`
  const { tool_name, tool_input: input, permission_suggestions: suggestions } = request
  const told = {
    kind: 'ask',
    approval_id: own,
    tool_name,
    input,
    suggestions,
    asks_there: true,
    is_codex: false,
  } as const
  if (!(await world.room.hearDevice(told))) return
  const { json } = await world.room.call('GET', '/api/approvals?limit=1')
  const id = (json as { readonly approvals: readonly { readonly id: string }[] }).approvals[0]?.id
  if (id === undefined || world.ids.includes(id)) return
  world.ids.push(id)
  world.onDevice.set(own, id)
}

async function restart(world: World): Promise<void> {
  const { home, time } = world.room
  await world.room.close()
  world.room = await openRoom({ home, time })
}

for (let seed = 1; seed <= 12; seed += 1) {
  test(`seed ${seed}: what hooks print was said by a person, once`, async () => {
    const world = new World(await openRoom(), randomBy(seed))
    const all = Object.entries(acts)
    const done: string[] = []
    try {
      for (let step = 0; step < 100; step += 1) {
        const [name, act] = all[world.random(all.length)] ?? assert.fail()
        done.push(name)
        await act(world)
        world.checkDevice()
        assert.deepEqual(world.wrong, [], `after ${done.join(', ')}`)
      }
      world.room.disk.isFull = false
      for (const id of world.ids) await checkAtTheEnd(world, id)
      await world.room.close()
      await Promise.all(world.polls)
      assert.deepEqual(world.wrong, [])
    } finally {
      await world.room[Symbol.asyncDispose]()
    }
  })
}

async function checkAtTheEnd({ room, forgotten, allowed, answered }: World, id: string): Promise<void> {
  if (forgotten.has(id)) {
    assert.equal((await room.poll(id)).status, 404, `${id} was removed with its session`)
    return
  }
  const { state } = await room.read(id)
  if (state === 'open') return
  const { status, text } = await room.poll(id)
  assert.equal(status === 200 && text.includes('"allow"'), allowed.has(id), `${id} ${state}`)
  assert.equal(['approved', 'applied', 'denied'].includes(state), answered.has(id), `${id} ${state}`)
}
