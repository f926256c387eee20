import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger, type LogOptions } from './logger.ts'

/** Not registered as known: only its name or form gives it away. */
const canary = 'cAnAry0123456789abcdef'
/** Registered as the access token in force. */
const known = 'known"token/with+odd=characters'

function record(act: (log: ReturnType<typeof createLogger>) => void, options: Partial<LogOptions> = {}): string {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  act(createLogger({ level: 'debug', form: 'json', secrets: new Set([known]), write, ...options }))
  return lines.join('')
}

type Log = Parameters<Parameters<typeof record>[0]>[0]
const leaks: readonly (readonly [string, (log: Log) => void])[] = [
  ['an authorization header', (log) => log.info({ req: { headers: { authorization: `Bearer ${canary}` } } })],
  ['a header in other letters', (log) => log.info({ headers: { Authorization: canary, 'X-Access-Token': canary } })],
  ['cookies, one and several', (log) => log.info({ cookie: canary, 'set-cookie': [`a=${canary}`, `b=${canary}`] })],
  ['a socket subprotocol', (log) => log.info({ headers: { 'sec-websocket-protocol': `orrery, ${canary}` } })],
  ['a field at any depth', (log) => log.info({ a: { b: [{ c: { gateway: { token: canary } } }] } })],
  ['an object under a secret name', (log) => log.info({ secret: { value: canary } })],
  ['a nested object under a secret name', (log) => log.info({ secret: { a: { b: [1] }, c: canary } })],
  ['a value with quotes', (log) => log.info({ token: `x"y\\${canary}` })],
  ['a number', (log) => log.info({ token: 1234567890123, note: 'ok' })],
  ['the store key', (log) => log.info({ env: { SERVICE_STORE_KEY: canary, DATABASE_URL: canary } })],
  ['webhook secrets', (log) => log.info({ webhooks: { social: { secret: canary } }, client_secret: canary })],
  ['JSON inside a text', (log) => log.info({ body: JSON.stringify({ token: canary, x: [`Bearer ${canary}`] }) })],
  ['a message', (log) => log.info(`called with Authorization: Bearer ${canary}`)],
  ['an address with a query', (log) => log.info({ url: `/ws/state?token=${canary}&since=4` })],
  ['a login link', (log) => log.info(`open http://127.0.0.1:7420/#login=${canary} now`)],
  ['a login code field', (log) => log.info({ login_code: canary })],
  ['an address with a password', (log) => log.info(`postgres://orrery:${canary}@db.example/orrery failed`)],
  ['a command line', (log) => log.info({ argv: `agent --access-token=${canary}` })],
  [
    'an error and its cause',
    (log) => log.error(new Error(`token=${canary}`, { cause: new Error(`Bearer ${canary}`) })),
  ],
  ['a child logger', (log) => log.child({ token: canary }).info({ api_key: canary }, 'x')],
]

for (const [what, act] of leaks) {
  for (const form of ['json', 'text'] as const) {
    test(`${what} does not reach the log (${form})`, () => {
      const written = record(act, { form })
      assert.match(written, /redacted/)
      assert.doesNotMatch(written, /cAnAry|1234567890123/)
    })
  }
}

test('a secret in force is masked in any context, however it is spelled', () => {
  const written = record((log) => {
    log.info(known)
    log.info({ anything: [`<${known}>`], url: `/x?y=${encodeURIComponent(known)}` })
    log.error(new Error(`said ${known}`))
  })
  assert.doesNotMatch(written, /known/)
  for (const line of written.trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line))
})

test('what stands around a masked value is kept', () => {
  const written = record((log) => log.info({ a: 1, token: { b: ['}', 2] }, c: 3, secret: null, d: [{ apiKey: 7 }, 4] }))
  const { a, token, c, secret, d } = JSON.parse(written) as Record<string, unknown>
  const mask = '[redacted]'
  assert.deepEqual({ a, token, c, secret, d }, { a: 1, token: mask, c: 3, secret: null, d: [{ apiKey: mask }, 4] })
})

test('ordinary words stay readable', () => {
  const written = record((log) =>
    log.info({ tokens_used: 512, state: 'running', code: 3, author: 'ada' }, 'a token was made'),
  )
  const { tokens_used: tokens, state, code, author, msg } = JSON.parse(written) as Record<string, unknown>
  assert.deepEqual(
    { tokens, state, code, author, msg },
    {
      tokens: 512,
      state: 'running',
      code: 3,
      author: 'ada',
      msg: 'a token was made',
    },
  )
})

test('debug lines appear only when asked for', () => {
  assert.equal(
    record((log) => log.debug('detail'), { level: 'info' }),
    '',
  )
  assert.match(
    record((log) => log.debug('detail')),
    /detail/,
  )
})

test('a person reads one compact line, and no escape sequence of an agent passes', () => {
  const written = record((log) => log.warn({ label: '\u001B]52;c;eA==\u0007', count: 2 }, 'red \u001B[31malert'), {
    form: 'text',
  })
  assert.match(written, /^\d\d:\d\d:\d\d warn {2}red {2}\[31malert label="\\u001b]52;c;eA==\\u0007" count=2\n$/)
})

test('an error shows its stack below the line', () => {
  const written = record((log) => log.error(new Error('no disk')), { form: 'text' })
  assert.match(written, /error no disk\n {2}Error: no disk\n {6}at /)
})

test('colour is used only when asked for', () => {
  assert.ok(record((log) => log.info('hello'), { form: 'coloured' }).includes('\u001B[34m'))
  assert.ok(!record((log) => log.info('hello'), { form: 'text' }).includes('\u001B'))
})

test('a logger starts no thread and keeps nothing open', () => {
  const before = process.getActiveResourcesInfo().length
  record((log) => log.info('x'))
  assert.equal(process.getActiveResourcesInfo().length, before)
})
