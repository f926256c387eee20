// One text of SQL asks both databases, and each test has one of its own.
import assert from 'node:assert/strict'
import { onBoth } from './both.testkit.ts'
import { dialectOf } from './dialect.ts'
import { StorageError } from './storage-error.ts'
import { statement } from './script.ts'

const add = statement('INSERT INTO memories (body, created_at, updated_at) VALUES (?1, ?2, ?2)', { key: 'id' })
const rename = statement('UPDATE memories SET body = ? WHERE id = ?')
const find = statement<{ readonly body: string }>('SELECT body FROM memories WHERE id = ?')
const fail = statement('INSERT INTO memories (body) VALUES (?)')

for (const name of ['a script has its answers, and a reader what is committed', 'another test has none of it']) {
  onBoth(name, async (_t, { commits, read }) => {
    const seen: unknown[] = []
    const write = commits.write({
      *script() {
        const id = yield* add.insert('one', 'now')
        seen.push(id, yield* rename.run('two', id), yield* rename.run('two', 99), yield* find.first(id))
      },
    })
    await write
    assert.deepEqual(
      seen.map((one) => (typeof one === 'object' ? { ...one } : one)),
      [1, 1, 0, { body: 'two' }],
    )
    const rows = await read.selectFrom('memories').select(['id', 'body']).execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ id: 1, body: 'two' }],
    )
  })
}

onBoth('what fails is taken back as a whole', async (_t, { commits, read }) => {
  let undone = 0
  const both = commits.write({
    undo: () => void (undone += 1),
    *script() {
      yield* add.insert('half', 'now')
      yield* fail.run('no times')
    },
  })
  await assert.rejects(both, StorageError)
  assert.equal(undone, 1)
  assert.deepEqual(await read.selectFrom('memories').selectAll().execute(), [])
})

onBoth('each says what it is', (t, { read }) => {
  assert.ok(t.name.endsWith(dialectOf(read) === 'sqlite' ? '(SQLite)' : '(PostgreSQL)'), t.name)
  return Promise.resolve()
})
