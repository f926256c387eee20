import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPaletteSources, paletteSources } from '../commands/palette-sources.ts'
import { commandOverlay, openPalette, openShortcuts } from '../commands/palette-state.ts'
import { listCommands } from '../commands/registry.ts'
import { registerRooms } from './page-room.ts'

test('rooms bring commands and palette sources; a source hears when the palette opens, and only then', async () => {
  let opened = 0
  const source = { group: 'Things', search: () => [], onOpen: () => (opened += 1) }
  const command = { id: 'thing.make', title: 'Make', group: 'Board', run: () => {} } as const
  registerRooms([{ name: 'things', commands: [command], palette: async () => [source] }, { name: 'bare' }])
  assert.deepEqual(listCommands(), [command])
  assert.deepEqual(paletteSources(), [])
  await loadPaletteSources()
  assert.deepEqual(paletteSources(), [source])
  openShortcuts()
  assert.equal(opened, 0)
  openPalette()
  assert.equal(opened, 1)
  commandOverlay.set(null)
  openPalette()
  assert.equal(opened, 2)
})

test('a source that comes after the palette opened hears of it then', async () => {
  commandOverlay.set(null)
  let opened = 0
  registerRooms([
    { name: 'late', palette: async () => [{ group: 'Late', search: () => [], onOpen: () => (opened += 1) }] },
  ])
  openPalette()
  assert.equal(opened, 0)
  await loadPaletteSources()
  assert.equal(opened, 1)
})

test('sources of which one cannot be fetched are fetched again by the next try', async () => {
  commandOverlay.set(null)
  const answers = [() => Promise.reject(new Error('the network')), () => Promise.resolve([])]
  registerRooms([{ name: 'far', palette: () => answers.shift()?.() ?? Promise.resolve([]) }])
  await assert.rejects(loadPaletteSources())
  await loadPaletteSources()
})
