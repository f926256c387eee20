import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog, type Log } from '#platform/server/log/log.ts'
import { createNews } from './news.ts'
import { withUs } from './with-us.ts'

function listen() {
  const lines: string[] = []
  const write =
    (level: string) =>
    (fields: object | string): void =>
      void lines.push(`${level} ${JSON.stringify(fields)}`)
  const log: Log = { ...silentLog, warn: write('warn'), error: write('error') }
  let atMs = 0
  const dbos = withUs(
    log,
    createNews(() => atMs),
  )
  return { dbos, lines, pass: (ms: number) => void (atMs += ms) }
}

test('what DBOS says fifteen times a second while PostgreSQL is away is written once a minute', () => {
  const { dbos, lines, pass } = listen()
  for (let second = 0; second < 180; second++) {
    for (let nth = 0; nth < 15; nth++) dbos.warn(`queue ${nth % 5}: connect ECONNREFUSED`)
    pass(1000)
  }
  assert.equal(lines.length, 3 * 5)
  assert.equal(new Set(lines).size, 5, 'each of what it said')
})

test('another text is written at once, and an error as one', () => {
  const { dbos, lines } = listen()
  dbos.warn('queue a: connect ECONNREFUSED')
  dbos.warn('queue a: the database system is starting up')
  dbos.error(new Error('broken'))
  dbos.error(new Error('broken'))
  assert.deepEqual(lines, [
    'warn {"said":"queue a: connect ECONNREFUSED"}',
    'warn {"said":"queue a: the database system is starting up"}',
    'error {"said":"Error: broken"}',
  ])
})

test('texts that differ by an id are all written, and do not pile up', () => {
  const { dbos, lines } = listen()
  for (let id = 0; id < 1000; id++) dbos.warn(`workflow ${id} is not known`)
  dbos.warn('workflow 999 is not known')
  dbos.warn('workflow 0 is not known')
  assert.equal(lines.length, 1001, 'the last is remembered, the first is not')
})

test('its chatter is not written', () => {
  const { dbos, lines } = listen()
  dbos.info('polling')
  dbos.debug('polling')
  assert.deepEqual(lines, [])
})
