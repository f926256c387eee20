// R5: whatever the clock does, a slot of a schedule runs once, and what was missed is said. Each engine runs it.
import assert from 'node:assert/strict'
import { dayMs, hourMs, minuteMs, secondMs } from '#base/time.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { LoadedStrand } from '#rooms/flow/server/loaded-strand.ts'
import { strandOf } from '#rooms/flow/server/strands.testkit.ts'
import { openScheduleRig, type MakeRoomEngine, type ScheduleRig } from './schedule-rig.ts'

const hourly = (more: object = {}) =>
  strandOf('hourly', { a: {} }, { schedule: '0 * * * *', timezone: 'UTC', triggerType: 'cron', ...more })

/** The hours and minutes of slots on the 20th; other days with their date. */
const short = (slots: readonly string[]) =>
  slots.map((slot) =>
    slot
      .replace(/^2026-11-20T/, '')
      .replace(':00.000Z', '')
      .replace(/^2026-/, ''),
  )

/** Lets time pass in steps as a timer would see it. */
async function live(rig: ScheduleRig, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * secondMs) {
    await rig.time.pass(Math.min(30 * secondMs, ms - passed))
    await rig.wake()
  }
}

/** `make` answers what makes the engines of one place; `test` may skip. */
export type Schedules = {
  readonly name: string
  readonly make: () => Promise<MakeRoomEngine | undefined>
  readonly test: (what: string, run: () => Promise<void>) => void
}

function openers({ make }: Schedules) {
  const open = async (time: ManualTime, strands: readonly LoadedStrand[]) => {
    const made = await make()
    return openScheduleRig(made === undefined ? { time } : { time, make: made }, strands)
  }
  return { open, openAt: (at: string, strands = [hourly()]) => open(new ManualTime(`2026-11-20T${at}.000Z`), strands) }
}

export function clockTests(suite: Schedules): void {
  const { name, test } = suite
  const { openAt } = openers(suite)
  test(`${name}: R5: a schedule runs at each of its slots, on time and once`, async () => {
    await using rig = await openAt('08:59:00')
    await live(rig, 2 * hourMs + 2 * minuteMs)
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00', '10:00', '11:00'])
    assert.deepEqual(rig.missed, [])
  })

  test(`${name}: R5: the clock goes back an hour or a day: no slot runs twice, and the next ones run`, async () => {
    for (const backMs of [hourMs, dayMs]) {
      await using rig = await openAt('08:30:00')
      await live(rig, 2 * hourMs)
      assert.deepEqual(short(await rig.slots('hourly')), ['09:00', '10:00'])
      rig.time.set(new Date(rig.time.nowMs - backMs).toISOString())
      await rig.wake()
      await live(rig, 2 * hourMs)
      const slots = await rig.slots('hourly')
      assert.equal(new Set(slots).size, slots.length)
      const expected =
        backMs === hourMs ? ['09:00', '10:00', '11:00'] : ['11-19T11:00', '11-19T12:00', '09:00', '10:00']
      assert.deepEqual(short(slots), expected)
    }
  })

  test(`${name}: R5: the clock goes back past slots whose runs were removed meanwhile: they do not run again`, async () => {
    const frequent = strandOf('frequent', { a: {} }, { schedule: '*/5 * * * *', timezone: 'UTC', triggerType: 'cron' })
    await using rig = await openAt('00:01:00', [frequent])
    await live(rig, 5 * hourMs)
    // All are over then: one that is under way is not removed.
    assert.equal((await rig.slots('frequent')).length, 60)
    const gone = await rig.prune(30, ['frequent'])
    assert.equal(gone.length, 10)
    assert.equal((await rig.slots('frequent')).length, 50)
    rig.time.set('2026-11-20T00:01:00.000Z')
    await rig.wake()
    await live(rig, 50 * minuteMs)
    assert.equal((await rig.slots('frequent')).length, 50)
  })

  test(`${name}: R5: the clock jumps ahead by a day and back: what seemed missed still runs at its time`, async () => {
    await using rig = await openAt('08:30:00')
    rig.time.set('2026-11-21T08:30:00.000Z')
    await rig.wake()
    assert.deepEqual(await rig.slots('hourly'), [])
    assert.equal(rig.missed.length, 24)
    rig.time.set('2026-11-20T08:31:00.000Z')
    await rig.wake()
    await live(rig, 2 * hourMs)
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00', '10:00'])
  })

  test(`${name}: R5: slots during a stop are missed and said so, or run once where the strand asks for it`, async () => {
    const strands = [
      hourly(),
      strandOf('eager', { a: {} }, { ...hourly().definition, id: 'eager', missed: 'run_once' }),
    ]
    await using rig = await openAt('08:59:00', strands)
    await live(rig, 2 * minuteMs)
    await rig.stop()
    rig.time.set('2026-11-20T12:10:00.000Z')
    await rig.start(strands)
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00'])
    assert.deepEqual(short(await rig.slots('eager')), ['09:00', '12:00'])
    const told = ['eager 10:00', 'eager 11:00', 'hourly 10:00', 'hourly 11:00', 'hourly 12:00']
    assert.deepEqual(rig.missed.map((one) => one.replace('2026-11-20T', '').replace(':00.000Z', '')).toSorted(), told)
  })
}

export function restartTests(suite: Schedules): void {
  const { name, test } = suite
  const { open, openAt } = openers(suite)
  test(`${name}: R5: a restart over a slot runs it once: not yet run a little late, run already not again`, async () => {
    await using rig = await openAt('08:59:30')
    await rig.stop()
    rig.time.set('2026-11-20T09:00:45.000Z')
    await rig.start([hourly()])
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00'])
    await rig.stop()
    await rig.start([hourly()])
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00'])
    assert.deepEqual(rig.missed, [])
  })

  test(`${name}: R5: a strand that is new, was off, or has another schedule has missed nothing`, async () => {
    await using rig = await openAt('08:30:00', [hourly({ enabled: false })])
    await rig.stop()
    rig.time.set('2026-11-20T12:10:00.000Z')
    await rig.start([hourly(), strandOf('fresh', { a: {} }, { ...hourly().definition, id: 'fresh' })])
    await rig.stop()
    rig.time.set('2026-11-20T15:10:00.000Z')
    await rig.start([hourly({ schedule: '30 * * * *' })])
    assert.deepEqual(rig.missed, [])
    await live(rig, hourMs)
    assert.deepEqual(short(await rig.slots('hourly')), ['15:30'])
  })

  test(`${name}: R5: on the days when clocks are put forward and back a daily strand runs once`, async () => {
    for (const [start, slots] of [
      ['2026-03-28T12:00:00.000Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']],
      ['2026-10-24T12:00:00.000Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
    ] as const) {
      const daily = hourly({ schedule: '30 2 * * *', timezone: 'Europe/Berlin' })
      await using rig = await open(new ManualTime(start), [daily])
      for (let hour = 0; hour < 48; hour++) {
        await rig.time.pass(hourMs / 2)
        await rig.wake()
        await rig.time.pass(hourMs / 2)
        await rig.wake()
      }
      assert.deepEqual(await rig.slots('hourly'), slots)
    }
  })

  test(`${name}: a full database loses no slot: it runs once the disk takes it`, async () => {
    await using rig = await openAt('08:59:30')
    await rig.refuseWrites(true)
    await live(rig, minuteMs)
    assert.deepEqual(await rig.slots('hourly'), [])
    await rig.refuseWrites(false)
    await live(rig, minuteMs)
    assert.deepEqual(short(await rig.slots('hourly')), ['09:00'])
  })
}

export function loadTests(suite: Schedules): void {
  const { name, test } = suite
  const { openAt } = openers(suite)
  test(`${name}: a thousand strands hang on one timer, and all of a slot run`, async () => {
    const strands = Array.from({ length: 1000 }, (_, index) =>
      strandOf(
        `s${index}`,
        { a: {} },
        { schedule: index % 2 === 0 ? '0 9 * * *' : '0 10 * * *', timezone: 'UTC', triggerType: 'cron' },
      ),
    )
    await using rig = await openAt('08:59:30', strands)
    assert.equal(rig.time.pending(), 1)
    await live(rig, minuteMs)
    for (const [index, { definition }] of strands.entries()) {
      assert.equal((await rig.slots(definition.id)).length, index % 2 === 0 ? 1 : 0)
    }
  })
}
