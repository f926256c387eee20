import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandOverlay, openPalette, openShortcuts } from '../commands/palette-state.ts'
import { listCommands, paletteSources } from '../commands/registry.ts'
import { registerRooms } from './page-room.ts'

test('rooms bring commands and palette sources; a source hears when the palette opens, and only then', () => {
  let opened = 0
  const source = { group: 'Things', search: () => [], onOpen: () => (opened += 1) }
  const command = { id: 'thing.make', title: 'Make', group: 'Board', run: () => {} } as const
  registerRooms([{ name: 'things', commands: [command], palette: [source] }, { name: 'bare' }])
  assert.deepEqual(listCommands(), [command])
  assert.deepEqual(paletteSources(), [source])
  openShortcuts()
  assert.equal(opened, 0)
  openPalette()
  assert.equal(opened, 1)
  commandOverlay.set(null)
  openPalette()
  assert.equal(opened, 2)
})
