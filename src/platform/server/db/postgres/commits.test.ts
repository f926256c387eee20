// A commit whose answer is lost: what PostgreSQL kept is found out before anybody is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'pg'
import { BehindError, type StorageTrouble } from '../storage-error.ts'
import { createPostgresCommits } from './commits.ts'
import type { Link } from './link.ts'

/** A server of one row, which keeps or forgets what was begun when its answer to COMMIT is lost. */
function openLossyServer({ keeps }: { readonly keeps: boolean }) {
  let kept = 0
  let begun = 0
  let drops = 0
  const client = {
    query(asked: string | { readonly text: string; readonly values: readonly unknown[] }) {
      if (asked === 'COMMIT') {
        if (keeps) kept = begun
        return Promise.reject(new Error('Connection terminated unexpectedly'))
      }
      if (typeof asked === 'object') begun = Number(asked.values[1])
      const isQuestion = typeof asked === 'string' && asked.startsWith('SELECT number')
      return Promise.resolve({ rows: isQuestion ? [{ number: kept }] : [], rowCount: 0 })
    },
  } as unknown as Client
  const link: Link = {
    client: async () => client,
    drop: () => void (drops += 1),
    isUp: () => true,
    isClosed: () => false,
    async [Symbol.asyncDispose]() {},
  }
  return { link, drops: () => drops }
}

async function write(keeps: boolean) {
  const { link, drops } = openLossyServer({ keeps })
  const told: string[] = []
  const outcomes: (StorageTrouble | null)[] = []
  const mark = { writer: 'this process', number: 0 }
  const commits = createPostgresCommits({ link, mark, onOutcome: (trouble) => outcomes.push(trouble) })
  const written = commits.write({
    *script() {},
    committed: () => void told.push('committed'),
    undo: () => void told.push('undone'),
  })
  const [settled] = await Promise.allSettled([written])
  return { told, outcomes, drops: drops(), status: settled.status }
}

test('what was kept counts as committed', async () => {
  assert.deepEqual(await write(true), { told: ['committed'], outcomes: [null], drops: 1, status: 'fulfilled' })
})

test('what was not kept is taken back', async () => {
  assert.deepEqual(await write(false), { told: ['undone'], outcomes: ['remote'], drops: 1, status: 'rejected' })
})

/** A server that takes all it is asked. */
function openServer() {
  const client = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) } as unknown as Client
  const link: Link = {
    client: async () => client,
    drop() {},
    isUp: () => true,
    isClosed: () => false,
    async [Symbol.asyncDispose]() {},
  }
  const outcomes: (StorageTrouble | null)[] = []
  const mark = { writer: 'this process', number: 0 }
  return { commits: createPostgresCommits({ link, mark, onOutcome: (trouble) => outcomes.push(trouble) }), outcomes }
}

test('one that is behind is refused with what its room planned after it, and all else is committed', async () => {
  const { commits, outcomes } = openServer()
  const told: string[] = []
  const write = (name: string, plannedOn: string, isBehind = false) =>
    commits.write({
      plannedOn,
      // oxlint-disable-next-line require-yield
      *script() {
        if (isBehind) throw new BehindError([name])
      },
      committed: () => void told.push(`${name} committed`),
      undo: () => void told.push(`${name} undone`),
    })
  const settled = await Promise.allSettled([
    write('t1', 'tasks'),
    write('s1', 'sessions'),
    write('t2', 'tasks', true),
    write('s2', 'sessions'),
    write('t3', 'tasks'),
  ])
  assert.deepEqual(told, ['t3 undone', 't2 undone', 't1 committed', 's1 committed', 's2 committed'])
  assert.deepEqual(
    settled.map((each) => (each.status === 'rejected' && each.reason instanceof BehindError ? each.reason.ids : [])),
    [[], [], ['t2'], [], ['t2']],
  )
  assert.deepEqual(outcomes, [null], 'the database had no trouble')
})
