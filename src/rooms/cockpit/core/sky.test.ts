import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SkyDevice, SkyShip } from './facts.ts'
import { layoutSky, mostPlanets } from './sky.ts'
import { areApart, boxesOf } from './words-boxes.ts'

const gibibyte = 2 ** 30
const size = { width: 1080, height: 606 }

function device(id: string, changes: Partial<SkyDevice> = {}): SkyDevice {
  return {
    id,
    isNode: false,
    standing: 'online',
    totalRam: 16 * gibibyte,
    isLocal: false,
    pairedAt: `2026-01-01T00:${id}`,
    ...changes,
  }
}

function ship(id: string, changes: Partial<SkyShip> = {}): SkyShip {
  return { id, deviceId: 'a', state: 'running', since: '2026-01-01', ...changes }
}

const many = (count: number): SkyDevice[] => Array.from({ length: count }, (_, index) => device(String(100 + index)))

test('a planet is as large as its memory, and what fell silent or left stands farther away', () => {
  const devices = [
    device('a', { totalRam: 64 * gibibyte, isLocal: true }),
    device('b', { totalRam: 16 * gibibyte }),
    device('c', { totalRam: null, standing: 'offline' }),
  ]
  const { planets, orbits, center, labels } = layoutSky(devices, [], size)
  assert.deepEqual(
    planets.map(({ id, r }) => [id, r]),
    [
      ['a', 64],
      ['b', 48],
      ['c', 32],
    ],
  )
  assert.equal(orbits.length, 2)
  assert.equal(labels, 'full')
  assert.ok((planets[0]?.x ?? 0) < center.x && (planets[0]?.y ?? 0) < center.y, 'this machine is at the upper left')
})

test('nothing of the picture leaves the window, and no planet covers another one or the middle', () => {
  for (const count of [1, 2, 3, 5, 8, 9, 14, 40, 100]) {
    for (const each of [size, { width: 768, height: 560 }, { width: 2200, height: 1200 }]) {
      const ships = many(count).map(({ id }) => ship(`s${id}`, { deviceId: id }))
      const { planets, groups, center } = layoutSky(many(count), ships, each)
      const all = [...planets, ...groups]
      assert.equal(planets.length + groups.flatMap(({ ids }) => ids).length, count, 'everybody is somewhere')
      for (const one of all) {
        const told = `${one.x} ${one.y} ${one.r} of ${count} in ${each.width}`
        assert.ok(one.x - one.r >= 0 && one.x + one.r <= each.width, told)
        assert.ok(one.y - one.r >= 0 && one.y + one.r <= each.height, told)
        assert.ok(Math.hypot(one.x - center.x, one.y - center.y) > one.r + 40, `${told} covers the middle`)
        for (const other of all) {
          if (other === one) continue
          assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= one.r + other.r, `${told} covers another one`)
        }
      }
    }
  }
})

/** Windows less the rail and what stands below: of laptops, of tablets, of walls. */
const windows = [
  { width: 1060, height: 518 },
  { width: 1540, height: 700 },
  { width: 986, height: 382 },
  { width: 820, height: 382 },
  { width: 1024, height: 432 },
  { width: 768, height: 432 },
  { width: 2180, height: 1060 },
]

test('no words leave the window, nor cover the middle, a planet or other words', () => {
  for (const each of windows) {
    for (let count = 1; count <= 16; count += 1) {
      const devices = many(count).map((one, index) => (index % 3 === 1 ? { ...one, standing: 'offline' } : one))
      const { planets, groups, center, labels } = layoutSky(devices, [], each)
      const boxes = boxesOf([...planets, ...groups], { ...center, labels })
      const told = `${count} in ${each.width} x ${each.height}`
      for (const [index, one] of boxes.entries()) {
        const { x, y, width, height } = one
        assert.ok(
          x >= 0 && y >= 0 && x + width <= each.width && y + height <= each.height,
          `${told}: ${index} leaves it`,
        )
        for (const other of boxes.slice(index + 1))
          assert.ok(areApart(one, other), `${told}: ${index} covers ${boxes.indexOf(other)}`)
      }
      if (count <= 5) assert.deepEqual(groups, [], `${told}: each has room of its own`)
    }
  }
})

test('of more machines than have room those are drawn that have something to say; the rest is in groups', () => {
  const devices = many(100).map((each, index) => (index % 4 === 0 ? { ...each, standing: 'offline' } : each))
  const ships = [ship('w', { deviceId: '199', state: 'waiting' }), ship('r', { deviceId: '150' })]
  const { planets, groups } = layoutSky(devices, ships, size)
  const ids = planets.map(({ id }) => id)
  assert.ok(ids.includes('199') && ids.includes('150'))
  assert.deepEqual(groups.map(({ standing }) => standing).toSorted(), ['offline', 'online'])
  assert.ok(planets.length + groups.length <= mostPlanets)
})

test('news move no planet while all have room', () => {
  const placesOf = (ships: readonly SkyShip[]) =>
    layoutSky(many(8), ships, size).planets.map(({ id, x, y }) => `${id} ${x} ${y}`)
  const before = placesOf([])
  const after = placesOf([ship('w', { deviceId: '107', state: 'waiting' })])
  assert.deepEqual(after, before)
})

test('running ones circle, those that wait are docked in the order of their wait, and what has no room is counted', () => {
  const ships = [
    ship('late', { state: 'waiting', since: '2026-01-03' }),
    ship('early', { state: 'waiting', since: '2026-01-02' }),
    ship('rests', { state: 'idle' }),
    ...Array.from({ length: 300 }, (_, index) => ship(`run-${String(index).padStart(3, '0')}`)),
  ]
  const [planet] = layoutSky([device('a')], ships, size).planets
  assert.deepEqual(
    planet?.ships.waiting.map(({ id }) => id),
    ['early', 'late'],
  )
  assert.deepEqual(
    planet?.ships.idle.map(({ id }) => id),
    ['rests'],
  )
  const { circling, more } = planet?.ships ?? assert.fail('it is drawn')
  assert.equal(circling.length + more, 300)
  assert.ok(circling.length >= 12 && circling.length <= 24, String(circling.length))
  assert.equal(new Set(circling.map(({ angle }) => angle)).size, circling.length, 'each has a place of its own')
})

test('a session without a machine, or of one that is not there any more, is docked at the middle', () => {
  const ships = [ship('a1'), ship('none', { deviceId: null, state: 'idle' }), ship('gone', { deviceId: 'revoked' })]
  assert.deepEqual(layoutSky([device('a')], ships, size).adrift, ['none', 'gone'])
  assert.deepEqual(layoutSky([], [], size).planets, [])
})
