import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseDevice, rankDevices, type Candidacy } from './choose-device.ts'

function device(fields: Partial<Candidacy> = {}): Candidacy {
  return {
    id: 'forge',
    status: 'online',
    is_unreachable: false,
    outdated: null,
    free_ram: 8,
    total_ram: 16,
    load: 1,
    cores: 4,
    capabilities: ['ram:16'],
    installedHarnesses: ['codex'],
    models: [],
    active_sessions: 0,
    heartbeatAgeMs: 9000,
    ...fields,
  }
}

test('the score weighs free memory, idle processors and freshness', () => {
  const rows: [Partial<Candidacy>, { ram: number; load: number; freshness: number }, number][] = [
    [{}, { ram: 0.5, load: 0.75, freshness: 0.8 }, 0.635],
    [{ free_ram: 16, load: 0, heartbeatAgeMs: 0 }, { ram: 1, load: 1, freshness: 1 }, 1],
    [{ free_ram: 0, load: 9, heartbeatAgeMs: 99_000 }, { ram: 0, load: 0, freshness: 0 }, 0],
    [{ free_ram: 20, load: -1, heartbeatAgeMs: -5 }, { ram: 1, load: 1, freshness: 1 }, 1],
    [{ free_ram: null, load: null, heartbeatAgeMs: null }, { ram: 0, load: 0, freshness: 0 }, 0],
    [{ cores: 1, load: 0.25 }, { ram: 0.5, load: 0.75, freshness: 0.8 }, 0.635],
    [{ total_ram: 0, cores: 0, heartbeatAgeMs: 45_000 }, { ram: 0, load: 0, freshness: 0 }, 0],
  ]
  for (const [fields, parts, score] of rows) {
    const [judged] = rankDevices([device(fields)], { harness: null })
    assert.deepEqual(judged?.parts, parts, JSON.stringify(fields))
    assert.ok(Math.abs((judged?.score ?? -1) - score) < 1e-9, `${JSON.stringify(fields)}: ${judged?.score}`)
  }
})

test('hard requirements come first, and each says what is missing', () => {
  const rows: [Partial<Candidacy>, Parameters<typeof rankDevices>[1], string | null][] = [
    [{}, { harness: null }, null],
    [{}, { harness: 'codex' }, null],
    [{ status: 'offline' }, { harness: 'codex' }, 'it is offline'],
    [{ status: 'offline', is_unreachable: true }, { harness: 'codex' }, 'it is unreachable'],
    [{ status: 'offline', outdated: 'daemon' }, { harness: 'codex' }, 'it needs an update'],
    [{ status: 'offline', outdated: 'hub' }, { harness: 'codex' }, 'it is newer than this hub, which needs an update'],
    [{ status: 'revoked' }, { harness: null }, 'it is revoked'],
    [{}, { harness: 'gemini' }, 'gemini is not installed there'],
    [{ installedHarnesses: ['mother-llm'] }, { harness: 'mother-llm' }, 'it lacks mother-llm'],
    [{ installedHarnesses: ['mother-llm'], capabilities: ['mother-llm'] }, { harness: 'mother-llm' }, null],
    [{ capabilities: ['mother-llm'] }, { harness: 'mother-llm' }, 'mother-llm is not installed there'],
    [{}, { harness: 'codex', requires: ['ram:16', 'gpu-cuda', 'home-net'] }, 'it lacks gpu-cuda, home-net'],
  ]
  for (const [fields, wanted, why] of rows) {
    assert.equal(rankDevices([device(fields)], wanted)[0]?.whyNot, why, JSON.stringify([fields, wanted]))
  }
})

test('the best that will do is chosen; equal ones by fewer sessions, then by id', () => {
  const rows: [Partial<Candidacy>[], string | null][] = [
    [[], null],
    [[{ id: 'a', status: 'offline' }], null],
    [[{ id: 'a', free_ram: 1 }, { id: 'b' }], 'b'],
    [
      [
        { id: 'a', active_sessions: 2 },
        { id: 'b', active_sessions: 1 },
      ],
      'b',
    ],
    [[{ id: 'b' }, { id: 'a' }], 'a'],
    [
      [
        { id: 'a', installedHarnesses: [], free_ram: 16 },
        { id: 'b', free_ram: 1 },
      ],
      'b',
    ],
  ]
  for (const [devices, chosen] of rows) {
    assert.equal(chooseDevice(devices.map(device), { harness: 'codex' })?.id ?? null, chosen, JSON.stringify(devices))
  }
})

test('a local model goes to a machine that told of it, the best of those; where none did, to the best of all', () => {
  const able = { installedHarnesses: ['mother-llm', 'codex'], capabilities: ['mother-llm'] }
  const busy = { ...able, id: 'busy', free_ram: 1, load: 4, models: ['coder:30b', 'tiny:latest'] }
  const idle = { ...able, id: 'idle', free_ram: 16, load: 0, models: ['other'] }
  const bare = { ...able, id: 'bare', free_ram: 15, load: 0, models: [] }
  const rows: [Partial<Candidacy>[], Parameters<typeof rankDevices>[1], string[]][] = [
    [[idle, busy, bare], { harness: 'mother-llm', model: 'coder:30b' }, ['busy', 'idle', 'bare']],
    [[idle, busy, bare], { harness: 'mother-llm', model: 'tiny' }, ['busy', 'idle', 'bare']],
    [[idle, busy, bare], { harness: 'mother-llm', model: 'tiny:1b' }, ['idle', 'bare', 'busy']],
    [[idle, busy, bare], { harness: 'mother-llm', model: null }, ['idle', 'busy', 'bare']],
    [[idle, busy, bare], { harness: 'mother-llm' }, ['idle', 'busy', 'bare']],
    // What other agents call a model is none of the machine's.
    [[idle, busy, bare], { harness: 'codex', model: 'coder:30b' }, ['idle', 'bare', 'busy']],
    // A model makes up for nothing that is required.
    [[idle, { ...busy, capabilities: [] }], { harness: 'mother-llm', model: 'coder:30b' }, ['idle', 'busy']],
    [[{ ...busy, status: 'offline' }, bare], { harness: 'mother-llm', model: 'coder:30b' }, ['bare', 'busy']],
    [[busy, { ...idle, models: ['coder:30b'] }], { harness: 'mother-llm', model: 'coder:30b' }, ['idle', 'busy']],
  ]
  for (const [devices, wanted, order] of rows) {
    const ids = rankDevices(devices.map(device), wanted).map(({ device: { id } }) => id)
    assert.deepEqual(ids, order, JSON.stringify(wanted))
  }
})

test('parts lie within 0 and 1, and the order does not hang on the order of arrival', () => {
  const some = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    status: fc.constantFrom('online' as const, 'offline' as const),
    free_ram: fc.option(fc.float({ noNaN: true })),
    total_ram: fc.option(fc.float({ noNaN: true })),
    load: fc.option(fc.float({ noNaN: true })),
    cores: fc.option(fc.integer({ min: 0, max: 64 })),
    active_sessions: fc.nat(5),
    heartbeatAgeMs: fc.option(fc.integer({ min: -1000, max: 100_000 })),
  })
  fc.assert(
    fc.property(fc.uniqueArray(some, { selector: ({ id }) => id }), (fields) => {
      const devices = fields.map(device)
      const ranked = rankDevices(devices, { harness: 'codex' })
      for (const { parts } of ranked) for (const part of Object.values(parts)) assert.ok(part >= 0 && part <= 1)
      const ids = ranked.map(({ device: { id } }) => id)
      assert.deepEqual(
        rankDevices(devices.toReversed(), { harness: 'codex' }).map(({ device: { id } }) => id),
        ids,
      )
    }),
  )
})

test('a device that is better in one part is never worse, and no part makes up for what is required', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const facts = fc.record({ free: share, load: share, age: share })
  const made = ({ free, load, age }: { free: number; load: number; age: number }, id: string) =>
    device({ id, free_ram: free * 16, load: load * 4, heartbeatAgeMs: age * 45_000 })
  const scoreOf = (one: Candidacy): number => rankDevices([one], { harness: 'codex' })[0]?.score ?? -1
  fc.assert(
    fc.property(facts, facts, share, (one, other, more) => {
      const [before, less] = [scoreOf(made(one, 'a')), 1 - more]
      assert.ok(scoreOf(made({ ...one, free: one.free + (1 - one.free) * more }, 'a')) >= before - 1e-9)
      assert.ok(scoreOf(made({ ...one, load: one.load * less }, 'a')) >= before - 1e-9)
      assert.ok(scoreOf(made({ ...one, age: one.age * less }, 'a')) >= before - 1e-9)
      const lacking = { ...made(one, 'a'), installedHarnesses: ['gemini'] }
      assert.equal(chooseDevice([lacking, made(other, 'b')], { harness: 'codex' })?.id, 'b')
    }),
  )
})

const tagNames = ['gpu-cuda', 'home-net', 'mother-llm', 'arm64'] as const
const someHarness = fc.constantFrom('codex' as const, 'gemini' as const, 'mother-llm' as const)
const someFacts = fc.record({
  free: fc.double({ min: 0, max: 1, noNaN: true }),
  load: fc.double({ min: 0, max: 1, noNaN: true }),
  age: fc.double({ min: 0, max: 1, noNaN: true }),
})
const someDevice = fc
  .record({
    status: fc.constantFrom('online' as const, 'online' as const, 'offline' as const, 'revoked' as const),
    capabilities: fc.subarray([...tagNames]),
    installedHarnesses: fc.subarray(['codex' as const, 'gemini' as const, 'mother-llm' as const]),
    active_sessions: fc.nat(9),
    facts: someFacts,
  })
  .map(({ facts: { free, load, age }, ...fields }): Partial<Candidacy> => ({
    ...fields,
    free_ram: free * 16,
    load: load * 4,
    heartbeatAgeMs: age * 45_000,
  }))
const someFleet = fc
  .array(someDevice, { maxLength: 8 })
  .map((fleet) => fleet.map((fields, at) => device({ ...fields, id: `d${at}` })))
const someWish = fc.record({ harness: fc.option(someHarness), requires: fc.subarray([...tagNames]) })

/** What the rules ask of a device, told once more and apart from how they are kept. */
function hasAll({ status, installedHarnesses, capabilities }: Candidacy, wish: Parameters<typeof rankDevices>[1]) {
  const { harness, requires = [] } = wish
  const isInstalled = harness === null || installedHarnesses.includes(harness)
  const tags = harness === 'mother-llm' ? [...requires, 'mother-llm'] : requires
  return status === 'online' && isInstalled && tags.every((tag) => capabilities.includes(tag))
}

test('whatever the scores, one that lacks what is required is never chosen, and one that has it is found', () => {
  fc.assert(
    fc.property(someFleet, someWish, (fleet, wish) => {
      const fitting = fleet.filter((one) => hasAll(one, wish))
      const ranked = rankDevices(fleet, wish)
      assert.deepEqual(
        new Set(ranked.filter(({ whyNot }) => whyNot === null).map(({ device: { id } }) => id)),
        new Set(fitting.map(({ id }) => id)),
      )
      const chosen = chooseDevice(fleet, wish)
      if (chosen === null) return assert.deepEqual(fitting, [])
      assert.ok(fitting.includes(chosen))
      const scores = ranked.filter(({ device: one }) => fitting.includes(one)).map(({ score }) => score)
      assert.equal(ranked.find(({ device: one }) => one === chosen)?.score, Math.max(...scores))
      // Those that lack something stand behind those that lack nothing, however well they fit otherwise.
      assert.deepEqual(
        ranked.map(({ whyNot }) => whyNot !== null),
        ranked.map((_, at) => at >= fitting.length),
      )
    }),
  )
})

test('the one that was chosen stays chosen when it gets better in any part, and with more requirements that it has', () => {
  fc.assert(
    fc.property(someFleet, someWish, fc.double({ min: 0, max: 1, noNaN: true }), (fleet, wish, kept) => {
      const chosen = chooseDevice(fleet, wish)
      if (chosen === null) return
      const { free_ram: free, load, heartbeatAgeMs: age } = chosen
      const betters: Partial<Candidacy>[] = [
        { free_ram: 16 - (16 - (free ?? 0)) * kept },
        { load: (load ?? 0) * kept },
        { heartbeatAgeMs: (age ?? 0) * kept },
        { active_sessions: 0 },
      ]
      for (const better of betters) {
        const others = fleet.map((one) => (one === chosen ? { ...one, ...better } : one))
        const before = rankDevices(fleet, wish)[0]?.score ?? 0
        const [after] = rankDevices(others, wish)
        // A hair of rounding may turn two that are equal.
        assert.ok(
          after?.device.id === chosen.id || Math.abs((after?.score ?? -1) - before) < 1e-9,
          JSON.stringify(better),
        )
      }
      const stricter = { ...wish, requires: [...wish.requires, ...chosen.capabilities] }
      assert.equal(chooseDevice(fleet, stricter)?.id, chosen.id)
    }),
  )
})
