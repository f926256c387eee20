import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dayMs, minuteMs } from '#base/time.ts'
import { silentLog } from '../log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { accessTokenPath, readAccessToken } from './access-token.ts'
import { createAuth, loginLifetimeMs, type Auth } from './auth.ts'
import { loginsPath } from './logins-file.ts'

const homes: string[] = []
after(async () => {
  for (const home of homes) await rm(home, { recursive: true })
})

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-auth-'))
  homes.push(home)
  return home
}

const startMs = Date.UTC(2026, 0, 1)

/** An auth whose time stands still until the test moves it. */
async function startAuth(home: string, time = new ManualTime('2026-01-01T00:00:00.000Z')) {
  const auth = await createAuth({ home, accessToken: 'the-access-token', clock: time, timers: time, log: silentLog })
  return { auth, time }
}

async function logIn(auth: Auth, label = 'Firefox'): Promise<string> {
  const issued = await auth.exchange({ code: auth.issueCode().code, label, peer: '10.0.0.5' })
  assert.ok(issued.ok)
  return issued.value.token
}

const guess = (auth: Auth, code: string, peer = '10.0.0.5') => auth.exchange({ code, label: 'x', peer })

test('the access token is made once, for its owner alone, and never through a symbolic link', async () => {
  const home = await newHome()
  const options = { home, accessToken: null, clock: { now: () => startMs }, log: silentLog }
  await (await createAuth(options)).close()
  const made = readAccessToken(home)
  assert.match(made ?? '', /^[\w-]{43}$/)
  assert.equal((await stat(accessTokenPath(home))).mode & 0o777, 0o600)
  const again = await createAuth(options)
  assert.deepEqual(again.identify(made), { kind: 'access_token' })
  await again.close()

  const linked = await newHome()
  await writeFile(join(linked, 'elsewhere'), 'stolen')
  await symlink(join(linked, 'elsewhere'), accessTokenPath(linked))
  await assert.rejects(createAuth({ ...options, home: linked }), { code: 'ELOOP' })
})

test('only the right token is somebody', async () => {
  const { auth } = await startAuth(await newHome())
  assert.deepEqual(auth.identify('the-access-token'), { kind: 'access_token' })
  for (const wrong of [null, '', 'the-access-toke', 'the-access-token ', 'x'.repeat(100_000)]) {
    assert.equal(auth.identify(wrong), null)
  }
  await auth.close()
})

test("a step's token is a step's, and made anew with each start", async () => {
  const home = await newHome()
  const { auth: first } = await startAuth(home)
  assert.deepEqual(first.identify(first.stepToken), { kind: 'step' })
  await first.close()
  const { auth: second } = await startAuth(home)
  assert.equal(second.identify(first.stepToken), null)
  assert.notEqual(second.stepToken, first.stepToken)
  await second.close()
})

test('a code gives a login once, and its token is stored as a hash only', async () => {
  const home = await newHome()
  const { auth } = await startAuth(home)
  const { code } = auth.issueCode()
  const [first, second] = await Promise.all([guess(auth, code), guess(auth, code)])
  assert.equal(first.ok, true)
  assert.equal(!second.ok && second.error.error, 'unauthenticated')
  const token = first.ok ? first.value.token : ''
  assert.equal(auth.identify(token)?.kind, 'login')
  const stored = await readFile(loginsPath(home), 'utf8')
  assert.equal(stored.includes(token) || stored.includes(code), false)
  assert.equal((await stat(loginsPath(home))).mode & 0o777, 0o600)
  await auth.close()
})

test("a decision key is its login's, one at a time, and ends with it", async () => {
  const home = await newHome()
  const { auth } = await startAuth(home)
  const issued = await guess(auth, auth.issueCode().code)
  const [login] = auth.logins()
  const id = login?.id ?? ''
  const [first, second] = [await auth.issueDecisionKey(id), await auth.issueDecisionKey(id)]
  assert.equal(first.ok && auth.identify(first.value), null)
  const key = second.ok ? second.value : ''
  assert.deepEqual(auth.identify(key), { kind: 'decider', loginId: id })
  assert.equal(auth.nameOf({ kind: 'decider', loginId: id }), auth.nameOf({ kind: 'login', loginId: id }))
  assert.deepEqual(
    Object.keys(login ?? {}).filter((field) => /key|sha/.test(field)),
    [],
  )
  assert.equal((await readFile(loginsPath(home), 'utf8')).includes(key), false)
  await auth.close()
  const { auth: next } = await startAuth(home)
  assert.equal(next.identify(key)?.kind, 'decider', 'after a restart')
  assert.equal(issued.ok && next.identify(issued.value.token)?.kind, 'login')
  await next.revoke(id)
  assert.equal(next.identify(key), null)
  assert.equal((await next.issueDecisionKey(id)).ok, false)
  await next.close()
})

test('a code lasts ten minutes, and only the five newest are good', async () => {
  const { auth, time } = await startAuth(await newHome())
  const late = auth.issueCode()
  assert.equal(late.expiresAtMs, startMs + 10 * minuteMs)
  await time.pass(10 * minuteMs)
  assert.equal((await guess(auth, late.code)).ok, false)
  const codes = Array.from({ length: 6 }, () => auth.issueCode().code)
  assert.equal((await guess(auth, codes[0] ?? '')).ok, false)
  assert.equal((await guess(auth, codes[1] ?? '')).ok, true)
  await auth.close()
})

test('five wrong codes make wrong ones of their address wait, and nobody else', async () => {
  const { auth, time } = await startAuth(await newHome())
  const refusal = async (peer?: string) => {
    const answer = await guess(auth, 'wrong', peer)
    return answer.ok ? null : answer.error.error
  }
  for (let tries = 0; tries < 5; tries++) assert.equal(await refusal(), 'unauthenticated')
  assert.equal(await refusal(), 'too_many')
  assert.equal(await refusal('10.0.0.6'), 'unauthenticated')
  await time.pass(minuteMs)
  assert.equal(await refusal(), 'unauthenticated')
  await auth.close()
})

test('the right code is taken however many wrong ones came from the same address', async () => {
  const { auth } = await startAuth(await newHome())
  for (let tries = 0; tries < 50; tries++) await guess(auth, `wrong ${tries}`)
  assert.equal((await guess(auth, auth.issueCode().code)).ok, true)
  await auth.close()
})

test('a clock that is set neither ends a code, nor keeps it, nor holds anybody up', async () => {
  const { auth, time } = await startAuth(await newHome())
  const forward = auth.issueCode()
  time.set('2026-01-02T00:00:00.000Z')
  assert.equal((await guess(auth, forward.code)).ok, true)
  const back = auth.issueCode()
  time.set('2026-01-01T00:00:00.000Z')
  await time.pass(11 * minuteMs)
  assert.equal((await guess(auth, back.code)).ok, false)
  for (let tries = 0; tries < 6; tries++) await guess(auth, 'wrong')
  time.set('2025-12-01T00:00:00.000Z')
  await time.pass(minuteMs)
  const wrong = await guess(auth, 'wrong')
  assert.equal(!wrong.ok && wrong.error.error, 'unauthenticated')
  await auth.close()
})

test('the last use does not stay in a future that the clock took back', async () => {
  const { auth, time } = await startAuth(await newHome())
  const token = await logIn(auth)
  time.set('2026-03-01T00:00:00.000Z')
  auth.identify(token)
  time.set('2026-01-01T01:00:00.000Z')
  auth.identify(token)
  assert.equal(auth.logins()[0]?.last_used_at, '2026-01-01T01:00:00.000Z')
  await auth.close()
})

test('of five hundred logins the one that was used least lately gives way', async () => {
  const { auth, time } = await startAuth(await newHome())
  const [first, second] = [await logIn(auth, 'first'), await logIn(auth, 'second')]
  for (let more = 2; more < 500; more++) await logIn(auth)
  await time.pass(10 * minuteMs)
  auth.identify(first)
  const ended: string[] = []
  auth.onEnded((loginId) => ended.push(loginId))
  await logIn(auth, 'last')
  assert.deepEqual([auth.logins().length, ended.length], [500, 1])
  assert.deepEqual([auth.identify(first)?.kind, auth.identify(second)], ['login', null])
  await auth.close()
})

test('logins are listed without their tokens, survive a restart and end by revocation', async () => {
  const home = await newHome()
  const { auth, time } = await startAuth(home)
  const phone = await logIn(auth, 'Phone')
  await time.pass(minuteMs)
  const laptop = await logIn(auth, 'Laptop')
  assert.deepEqual(
    auth.logins().map(({ label }) => label),
    ['Laptop', 'Phone'],
  )
  assert.deepEqual(Object.keys(auth.logins()[0] ?? {}), ['id', 'label', 'created_at', 'last_used_at', 'expires_at'])
  await auth.close()

  const { auth: next } = await startAuth(home, time)
  const principal = next.identify(phone)
  assert.ok(principal?.kind === 'login')
  const ended: string[] = []
  next.onEnded((loginId) => ended.push(loginId))
  assert.equal((await next.revoke(principal.loginId)).ok, true)
  assert.deepEqual(ended, [principal.loginId])
  assert.equal(next.identify(phone), null)
  assert.notEqual(next.identify(laptop), null)
  const again = await next.revoke(principal.loginId)
  assert.equal(!again.ok && again.error.error, 'not_found')
  await next.close()

  const { auth: last } = await startAuth(home, time)
  assert.equal(last.identify(phone), null)
  await last.close()
})

test('the last use is kept to five minutes, and a login ends after ninety days', async () => {
  const home = await newHome()
  const { auth, time } = await startAuth(home)
  const token = await logIn(auth)
  await time.pass(4 * minuteMs)
  auth.identify(token)
  assert.equal(auth.logins()[0]?.last_used_at, '2026-01-01T00:00:00.000Z')
  await time.pass(minuteMs)
  auth.identify(token)
  assert.equal(auth.logins()[0]?.last_used_at, '2026-01-01T00:05:00.000Z')
  assert.equal(loginLifetimeMs, 90 * dayMs)
  await time.pass(startMs + loginLifetimeMs - time.now())
  assert.equal(auth.identify(token), null)
  assert.deepEqual(auth.logins(), [])
  await auth.close()
})

test('a damaged list of logins is set aside, and a home that takes no file refuses a login in words', async () => {
  const home = await newHome()
  await writeFile(loginsPath(home), '{"logins":[{"id":')
  const { auth } = await startAuth(home)
  assert.equal(await readFile(`${loginsPath(home)}.damaged`, 'utf8'), '{"logins":[{"id":')
  homes.splice(homes.indexOf(home), 1)
  await rm(home, { recursive: true })
  const refused = await guess(auth, auth.issueCode().code)
  assert.equal(!refused.ok && refused.error.error, 'storage_unavailable')
  assert.deepEqual(auth.logins(), [])
  await auth.close()
})
