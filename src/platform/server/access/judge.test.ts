import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from './caller.ts'
import { accessClasses, type AccessClass } from '#platform/access.ts'
import { judge } from './judge.ts'
import { hookSettings, mainSettings, type AccessConfig, type AccessSettings } from './settings.ts'

const plain: AccessConfig = { host: '127.0.0.1', publicUrl: null, allowedHosts: [], requireTokenLocally: false }
const settingsOf = (config: Partial<AccessConfig>): AccessSettings =>
  mainSettings({ ...plain, ...config }, { port: 7420, hookPort: null })

const local: Caller = {
  peer: '127.0.0.1',
  peerIsLoopback: true,
  owner: 'ours',
  forwardedBy: null,
  host: '127.0.0.1:7420',
  hostIsAmbiguous: false,
  origin: null,
  fetchSite: null,
  changesState: false,
  isSocket: false,
  credentials: 'none',
  principal: null,
}
const remote: Caller = { ...local, peer: '10.0.0.5', peerIsLoopback: false, host: 'box.lan:7420' }
const withToken = { credentials: 'valid', principal: { kind: 'access_token' } } as const

/** What a caller gets of each class, in the order of `accessClasses`. */
/** What daemons of devices call has rules of its own, and a test of its own. */
const ofDevices: readonly AccessClass[] = accessClasses.filter((one) => one === 'device' || one === 'pairing')
const classes = accessClasses.filter((one) => !ofDevices.includes(one))

type Verdicts = readonly string[]
const verdictsOf = (caller: Caller, settings: AccessSettings): Verdicts =>
  classes.map((access) => judge(access, caller, settings)?.error ?? 'yes')

const yes = 'yes'
const only = 'local_only'
const who = 'unauthenticated'
const host = 'foreign_host'
const origin = 'foreign_origin'

test('the classes come in the order that the tables below are written in', () => {
  const order: AccessClass[] = [
    'public',
    'local_only',
    'local_or_exposed',
    'local_or_authenticated',
    'authenticated',
    'signed',
  ]
  assert.deepEqual(classes, order)
  assert.deepEqual(ofDevices, ['device', 'pairing'])
})

test('while the service is not exposed, local callers need no credentials and others do', () => {
  const settings = settingsOf({})
  const forwarded = { ...local, forwardedBy: 'X-Forwarded-For' }
  const rows: [string, Caller, Verdicts][] = [
    ['local', local, [yes, yes, yes, yes, who, yes]],
    ['local with a token', { ...local, ...withToken }, [yes, yes, yes, yes, yes, yes]],
    ['local with a wrong token', { ...local, credentials: 'invalid' }, [yes, yes, yes, yes, who, yes]],
    ['forwarded', forwarded, [yes, only, only, who, who, yes]],
    ['forwarded with a token', { ...forwarded, ...withToken }, [yes, only, only, yes, yes, yes]],
    ['another machine', { ...remote, host: local.host }, [yes, only, only, who, who, yes]],
    ['with a token', { ...remote, host: local.host, ...withToken }, [yes, only, only, yes, yes, yes]],
  ]
  for (const [name, caller, verdicts] of rows) assert.deepEqual(verdictsOf(caller, settings), verdicts, name)
})

test('a program of another user of this machine is anyone else, and so is one that nobody could look at', () => {
  const settings = settingsOf({})
  for (const owner of ['another', 'gone', null] as const) {
    const caller = { ...local, owner }
    assert.deepEqual(verdictsOf(caller, settings), [yes, only, only, who, who, yes], `${owner}`)
    assert.deepEqual(verdictsOf({ ...caller, ...withToken }, settings), [yes, only, only, yes, yes, yes])
    const onHooks = { ...caller, host: '127.0.0.1:7421' }
    assert.equal(judge('local_or_exposed', onHooks, hookSettings(7421))?.error, only)
  }
  // A system that does not tell leaves it at the address.
  assert.deepEqual(verdictsOf({ ...local, owner: 'untold' }, settings), verdictsOf(local, settings))
  assert.match(
    judge('local_only', { ...local, owner: 'another' }, settings)?.reason ?? '',
    /another user of this machine/,
  )
})

test('once the service is exposed, the main port counts everybody as remote', () => {
  const exposures: Partial<AccessConfig>[] = [
    { host: '0.0.0.0', allowedHosts: ['box.lan'] },
    { host: '::', allowedHosts: ['box.lan'] },
    { host: '192.168.1.5', allowedHosts: ['box.lan:7420'] },
    { publicUrl: 'http://box.lan:7420' },
    { allowedHosts: ['box.lan'] },
    { allowedHosts: ['.lan'] },
  ]
  for (const config of exposures) {
    for (const caller of [local, remote, { ...local, host: 'localhost:7420' }]) {
      const settings = settingsOf(config)
      assert.deepEqual(verdictsOf(caller, settings), [yes, only, only, who, who, yes])
      assert.deepEqual(verdictsOf({ ...caller, ...withToken }, settings), [yes, only, yes, yes, yes, yes])
    }
  }
})

test('the hook listener keeps to local callers, and the authenticated do not count as such', () => {
  const settings = hookSettings(7421)
  const caller = { ...local, host: '127.0.0.1:7421' }
  assert.equal(judge('local_only', caller, settings), null)
  assert.equal(judge('local_or_exposed', caller, settings), null)
  for (const stranger of [
    { ...caller, forwardedBy: 'Via' },
    { ...caller, peer: '10.0.0.5', peerIsLoopback: false },
  ]) {
    assert.equal(judge('local_only', { ...stranger, ...withToken }, settings)?.error, only)
    assert.equal(judge('local_or_exposed', { ...stranger, ...withToken }, settings)?.error, only)
  }
  assert.equal(judge('local_only', local, settings)?.error, host)
})

test('requireTokenLocally turns local or authenticated into authenticated, and nothing else', () => {
  const settings = settingsOf({ requireTokenLocally: true })
  assert.deepEqual(verdictsOf(local, settings), [yes, yes, yes, who, who, yes])
  assert.deepEqual(verdictsOf({ ...local, ...withToken }, settings), [yes, yes, yes, yes, yes, yes])
})

test('a Host that is not ours is refused everywhere but on signed routes, whatever the credentials', () => {
  const settings = settingsOf({})
  const hosts = [
    'evil.com',
    'evil.com:7420',
    '127.evil.com:7420',
    '127.0.0.1.evil.com:7420',
    'localhost.evil.com:7420',
    'localhost',
    'localhost:7421',
    '127.0.0.1:17420',
    '127.0.0.1:74200',
    '[::2]:7420',
    '0.0.0.0:7420',
    '10.0.0.5:7420',
    'evil.com@127.0.0.1:7420',
    '127.0.0.1:7420, evil.com',
    '',
  ]
  const refused = [host, host, host, host, host, yes]
  for (const name of hosts) {
    assert.deepEqual(verdictsOf({ ...local, ...withToken, host: name }, settings), refused, name)
  }
  assert.deepEqual(verdictsOf({ ...local, ...withToken, host: null }, settings), refused)
  assert.deepEqual(verdictsOf({ ...local, ...withToken, hostIsAmbiguous: true }, settings), refused)
})

test('every loopback name with our port is ours', () => {
  const hosts = [
    '127.0.0.1:7420',
    '127.1.2.3:7420',
    'localhost:7420',
    'LOCALHOST:7420',
    'a.localhost:7420',
    '[::1]:7420',
  ]
  for (const name of hosts) assert.equal(judge('local_only', { ...local, host: name }, settingsOf({})), null, name)
  const standard = mainSettings(plain, { port: 80, hookPort: null })
  assert.equal(judge('local_only', { ...local, host: 'localhost' }, standard), null)
})

test('the names of the settings are ours, their neighbours are not', () => {
  const rows: [Partial<AccessConfig>, string, boolean][] = [
    [{ publicUrl: 'https://box.example' }, 'box.example', true],
    [{ publicUrl: 'https://box.example' }, 'box.example:443', true],
    [{ publicUrl: 'https://box.example' }, 'box.example:8443', false],
    [{ publicUrl: 'https://box.example' }, 'a.box.example', false],
    [{ publicUrl: 'http://localhost:8080' }, 'localhost:8080', true],
    [{ publicUrl: 'http://localhost:8080' }, 'localhost:8081', false],
    [{ allowedHosts: ['box.lan'] }, 'box.lan', true],
    [{ allowedHosts: ['box.lan'] }, 'BOX.lan:9999', true],
    [{ allowedHosts: ['box.lan'] }, 'evilbox.lan', false],
    [{ allowedHosts: ['box.lan'] }, 'box.lan.evil.com', false],
    [{ allowedHosts: ['box.lan:8443'] }, 'box.lan:8443', true],
    [{ allowedHosts: ['box.lan:8443'] }, 'box.lan', false],
    [{ allowedHosts: ['*.ts.net'] }, 'box.ts.net', true],
    [{ allowedHosts: ['*.ts.net'] }, 'ts.net', false],
    [{ allowedHosts: ['.ts.net'] }, 'ts.net', true],
    [{ allowedHosts: ['.ts.net'] }, 'evilts.net', false],
    [{ allowedHosts: ['localhost'] }, 'localhost:9999', false],
    [{ host: '192.168.1.5' }, '192.168.1.5:7420', true],
    [{ host: '192.168.1.5' }, '192.168.1.6:7420', false],
    [{ host: '0.0.0.0' }, '192.168.1.5:7420', false],
  ]
  for (const [config, name, isOurs] of rows) {
    const verdict = judge('public', { ...remote, host: name }, settingsOf(config))
    assert.equal(verdict?.error ?? yes, isOurs ? yes : host, `${JSON.stringify(config)} ${name}`)
  }
})

test('a foreign page may change nothing and open no socket, whatever the credentials', () => {
  const settings = settingsOf({})
  const origins = [
    'null',
    'http://evil.com',
    'http://127.0.0.1.evil.com',
    'http://127.evil.com:7420',
    'http://evil.com/http://127.0.0.1:7420',
    'http://127.0.0.1:7421',
    'http://127.0.0.1',
    'https://127.0.0.1:7420',
    'http://localhost:7420',
    'http://127.0.0.1:7420.evil.com',
    'http://127.0.0.1:7420@evil.com',
    'file://',
    'chrome-extension://abcdef',
    '',
  ]
  const refused = [origin, origin, origin, origin, origin, yes]
  for (const seen of origins) {
    const page = { ...local, ...withToken, origin: seen }
    assert.deepEqual(verdictsOf({ ...page, changesState: true }, settings), refused, `POST from ${seen}`)
    assert.deepEqual(verdictsOf({ ...page, isSocket: true }, settings), refused, `socket from ${seen}`)
  }
})

test('a foreign page that only reads is not local any more', () => {
  const settings = settingsOf({})
  for (const page of [
    { ...local, origin: 'http://evil.com' },
    { ...local, origin: 'null' },
    { ...local, fetchSite: 'cross-site' },
    { ...local, fetchSite: 'same-site' },
    { ...local, fetchSite: 'nonsense' },
  ]) {
    assert.deepEqual(verdictsOf(page, settings), [yes, only, only, who, who, yes])
  }
})

test('our own page is welcome under each of its origins', () => {
  const rows: [Partial<AccessConfig>, string, string][] = [
    [{}, '127.0.0.1:7420', 'http://127.0.0.1:7420'],
    [{}, 'localhost:7420', 'http://localhost:7420'],
    [{}, '[::1]:7420', 'http://[::1]:7420'],
    [{ publicUrl: 'https://box.example' }, 'box.example', 'https://box.example'],
    [{ publicUrl: 'https://box.example' }, '127.0.0.1:7420', 'https://box.example'],
    [{ allowedHosts: ['box.lan'] }, 'box.lan', 'https://box.lan'],
    [{ allowedHosts: ['box.lan'] }, 'box.lan:7420', 'http://box.lan:7420'],
  ]
  for (const [config, name, seen] of rows) {
    const page = { ...local, ...withToken, host: name, origin: seen, fetchSite: 'same-origin', changesState: true }
    assert.equal(judge('authenticated', page, settingsOf(config)), null, `${name} ${seen}`)
  }
})

test('a refusal names what was seen and the setting that would allow it', () => {
  const foreign = judge('public', { ...local, host: 'evil.com' }, settingsOf({}))
  assert.match(foreign?.reason ?? '', /"evil\.com"/)
  assert.match(foreign?.hint ?? '', /allowedHosts.*publicUrl/)
  const page = judge('public', { ...local, origin: 'http://evil.com', changesState: true }, settingsOf({}))
  assert.match(page?.reason ?? '', /"http:\/\/evil\.com"/)
  assert.match(page?.hint ?? '', /publicUrl/)
  const exposed = mainSettings({ ...plain, host: '0.0.0.0' }, { port: 7420, hookPort: 7421 })
  const hook = judge('local_only', local, exposed)
  assert.match(hook?.reason ?? '', /HOST=0\.0\.0\.0/)
  assert.match(hook?.hint ?? '', /127\.0\.0\.1:7421/)
  const stranger = judge('local_or_authenticated', { ...local, forwardedBy: 'CF-Ray' }, settingsOf({}))
  assert.match(stranger?.reason ?? '', /CF-Ray/)
  assert.match(stranger?.hint ?? '', /ACCESS_TOKEN/)
  const strict = judge('local_or_authenticated', local, settingsOf({ requireTokenLocally: true }))
  assert.match(strict?.reason ?? '', /requireTokenLocally/)
  const long = judge('public', { ...local, host: 'x'.repeat(5000) }, settingsOf({}))
  assert.ok((long?.reason.length ?? 0) < 300)
})

test('devices come by any name, and never from a page', () => {
  const verdicts = (caller: Caller, settings = settingsOf({})) =>
    ofDevices.map((access) => judge(access, caller, settings)?.error ?? 'yes')
  const withCode = { credentials: 'invalid' } as const
  for (const settings of [settingsOf({}), settingsOf({ requireTokenLocally: true }), settingsOf({ host: '0.0.0.0' })]) {
    for (const caller of [local, remote, { ...local, host: 'evil.com' }, { ...remote, host: null }]) {
      // A token is the socket's own affair; without any code there is nobody to pair.
      assert.deepEqual(verdicts(caller, settings), [yes, who])
      assert.deepEqual(verdicts({ ...caller, ...withCode, hostIsAmbiguous: true }, settings), [yes, yes])
      for (const seen of ['https://evil.example', 'null', 'http://127.0.0.1:7420', 'https://hub.example']) {
        assert.deepEqual(verdicts({ ...caller, ...withCode, origin: seen }, settings), [origin, origin], seen)
        assert.deepEqual(verdicts({ ...caller, ...withToken, origin: seen }, settings), [origin, origin], seen)
      }
    }
  }
})
