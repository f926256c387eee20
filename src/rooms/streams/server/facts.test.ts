import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { derive } from '../core/derive.ts'
import { createFactStore, mostKept, type NewFact } from './facts.ts'

const at = '2026-11-23T08:00:00.000Z'

const used = (sessionId: string, command: string): NewFact => ({
  sessionId,
  at,
  learned: { source: 'hook', name: 'Bash', ok: true, command, isCut: false, file: null, directory: null },
})

test('of a session that does without end the first facts go, and it is told how many', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-facts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  await using database = openDatabase({ path: join(folder, 'service.db'), sync: 'normal' })
  const facts = createFactStore(database)
  const many = mostKept + 1500
  await facts.add([used('other', 'its only one')])
  await facts.add(Array.from({ length: many }, (_, number) => used('long', `command ${number}`)))
  const [kept, dropped] = [await facts.of('long'), await facts.dropped('long')]
  const rows = await database.read.selectFrom('tool_facts').select('fact').where('session_id', '=', 'long').execute()
  assert.equal(rows.length + dropped, many)
  assert.ok(rows.length >= mostKept && rows.length < mostKept + 256, `${rows.length} are kept`)
  assert.equal(kept.length, mostKept)
  const [last] = kept.slice(-1)
  assert.equal(last?.source === 'hook' ? last.command : null, `command ${many - 1}`)
  assert.match(
    derive(kept, null, dropped).unknown[0] ?? '',
    new RegExp(`^What it did first: ${dropped} facts of it are no longer kept`),
  )
  assert.deepEqual([(await facts.of('other')).length, await facts.dropped('other')], [1, 0])
  await facts.forget('long')
  assert.deepEqual([await facts.of('long'), await facts.dropped('long')], [[], 0])
})
