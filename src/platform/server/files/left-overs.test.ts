import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeLeftOvers } from './left-overs.ts'

test('temporary files of processes that are gone, or had our id, are removed, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-left-overs-'))
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const kept = ['sessions.json', `sessions.json.${process.ppid}.1.tmp`, `note.${gone}.tmp`, `notes.${gone}.1.tmp.txt`]
  const removed = [`sessions.json.${gone}.1.tmp`, `access-token.${gone}.22.tmp`, `hook-port.${process.pid}.3.tmp`]
  for (const name of [...kept, ...removed]) writeFileSync(join(folder, name), 'x')
  removeLeftOvers(folder)
  assert.deepEqual(readdirSync(folder).toSorted(), kept.toSorted())
  rmSync(folder, { recursive: true })
  assert.doesNotThrow(() => removeLeftOvers(folder))
})
