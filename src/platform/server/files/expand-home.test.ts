import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandHome } from './expand-home.ts'

test('only a path that begins at the home lies there', () => {
  const rows = [
    ['~', '/home/ada'],
    ['~/', '/home/ada/'],
    ['~/src/shop', '/home/ada/src/shop'],
    ['~bob/src', '~bob/src'],
    ['/srv/~/x', '/srv/~/x'],
    ['src', 'src'],
  ] as const
  for (const [path, expanded] of rows) assert.equal(expandHome(path, '/home/ada'), expanded)
})
