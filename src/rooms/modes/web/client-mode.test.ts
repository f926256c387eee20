import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mode } from '../contract.ts'
import { clientMode } from './client-mode.ts'

test('the flag wins over the hostname; without it a fabric hostname decides', () => {
  const rows: [unknown, string, Mode][] = [
    [true, 'localhost', 'fabric'],
    [false, 'fabric.example.org', 'legacy'],
    [false, 'box.example.org', 'legacy'],
    [undefined, 'fabric.example.org', 'fabric'],
    [undefined, 'box.example.org', 'fabric'],
    [undefined, 'localhost', 'legacy'],
    [undefined, 'prefabric.example.org', 'legacy'],
    [undefined, 'fabric', 'legacy'],
    ['true', 'localhost', 'legacy'],
    [null, 'localhost', 'legacy'],
  ]
  for (const [flag, hostname, mode] of rows) {
    assert.equal(
      clientMode({ flag, hostname, fabricHostnames: ['box.example.org'] }),
      mode,
      `${String(flag)} ${hostname}`,
    )
  }
})
