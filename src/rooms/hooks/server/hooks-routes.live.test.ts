// What the page asks of hooks: installed, tested by the real script, taken out again, and refused where a file speaks against it.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { createWatched } from '#platform/server/config/watched.ts'
import { sendRaw } from '#platform/server/http/testing/raw-http.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { searchPath, temporaryFolder } from './hooks.testkit.ts'
import { openHooksRoom } from './index.ts'

const hooks = { port: null, autoInstall: true, promptSubmit: 'working', interactiveStop: 'to_review' } as const

async function serve() {
  const folder = temporaryFolder()
  const home = join(folder.path, 'home')
  mkdirSync(home)
  const reports: unknown[] = []
  const room = openHooksRoom({
    config: { home, hooks },
    settings: createWatched({ hooks }),
    userHome: folder.path,
    environment: { PATH: searchPath },
    clock: { now: () => 0 },
    log: silentLog,
  })
  room.reportTo(async (report) => {
    reports.push(report)
    return ok({ ok: true, changed: false, session: null })
  })
  const { port, stop } = await startTestServer({
    mount: ({ api }) => room.mount?.(api, { counter: () => () => {} } as never),
  })
  await room.start?.()
  const ask = async (what: string) => {
    const [method = '', target = ''] = what.split(' ')
    const headers: [string, string][] = [
      ['Host', `127.0.0.1:${port}`],
      ['Authorization', 'Bearer a-token-for-tests-only'],
    ]
    const answer = await sendRaw({ port, method, target, headers, body: '' })
    return { status: answer.status, body: JSON.parse(answer.body) }
  }
  const settings = join(folder.path, '.claude', 'settings.json')
  return {
    home,
    port,
    reports,
    settings,
    ask,
    state: async () => (await ask('GET /api/hooks/installed')).body.clients[0],
    async [Symbol.asyncDispose]() {
      await room.stop?.()
      await stop()
      folder[Symbol.dispose]()
    },
  }
}

test('installed, seen with what others have there, and taken out again', async () => {
  await using service = await serve()
  mkdirSync(join(service.settings, '..'))
  const before = '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "mine" }] }] } }'
  writeFileSync(service.settings, before)
  const absent = await service.state()
  assert.deepEqual([absent.state, absent.others, absent.events], ['absent', 1, []])
  const installed = await service.ask('POST /api/hooks/install')
  assert.deepEqual([installed.status, installed.body.changed], [200, true])
  const there = await service.state()
  assert.deepEqual([there.state, there.others, there.missing], ['installed', 1, []])
  writeFileSync(service.settings, readFileSync(service.settings, 'utf8').replace('exit 0', 'exit  0'))
  assert.equal((await service.state()).state, 'edited')
  assert.equal((await service.ask('POST /api/hooks/uninstall')).status, 200)
  assert.equal(readFileSync(service.settings, 'utf8'), before)
})

test('settings that are no JSON are refused with 409, in words, and stay as they are', async () => {
  await using service = await serve()
  mkdirSync(join(service.settings, '..'))
  writeFileSync(service.settings, '{ "hooks": ')
  const seen = await service.state()
  assert.equal(seen.state, 'unreadable')
  assert.match(seen.reason, /settings\.json is not valid JSON/)
  for (const route of ['POST /api/hooks/install', 'POST /api/hooks/uninstall']) {
    const refused = await service.ask(route)
    assert.deepEqual([refused.status, refused.body.error], [409, 'conflict'])
    assert.match(refused.body.reason, /settings\.json is not valid JSON/)
    assert.match(refused.body.hint, /Mend the file/)
  }
  assert.equal(readFileSync(service.settings, 'utf8'), '{ "hooks": ')
})

test('a test event arrives by the script, and no session hears of it', async () => {
  await using service = await serve()
  writeFileSync(join(service.home, 'hook-port'), String(service.port))
  const straight = await service.ask('POST /api/hooks/test?client=codex')
  assert.deepEqual([straight.body.arrived, straight.body.way, straight.body.reason], [true, 'straight', null])
  assert.ok(straight.body.took_ms > 0)
  writeFileSync(join(service.home, 'hook-port'), '9')
  const late = await service.ask('POST /api/hooks/test')
  assert.deepEqual([late.body.arrived, late.body.way], [true, 'queue'])
  assert.match(late.body.reason, /did not reach the service/)
  assert.deepEqual(service.reports, [])
})

test('without a script the test says what to do', async () => {
  await using service = await serve()
  const { file } = (await service.ask('GET /api/hooks/installed')).body.script
  writeFileSync(file, '#!/bin/sh\nexit 0\n')
  const { body } = await service.ask('POST /api/hooks/test')
  assert.deepEqual([body.arrived, body.way], [false, null])
  assert.match(body.hint, /orrery hook install/)
})
