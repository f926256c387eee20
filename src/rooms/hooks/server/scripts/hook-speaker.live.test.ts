// Who speaks, as the hook scripts say it: several clients may report from one terminal, and our own user's show the key.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHookKey, readHookKey } from '#platform/server/access/hook-key.ts'
import { ingestSchema } from '../../contract.ts'
import { receive, run, temporaryFolder } from '../hooks.testkit.ts'
import { writeHookScripts } from './write-scripts.ts'

const payloads: readonly [what: string, stdin: string, session: string | undefined][] = [
  ['a session id', '{"session_id":"5b501eb5-392b","cwd":"/"}', '5b501eb5-392b'],
  ['a session id that is no word', '{"session_id":"a \\"b\\"","cwd":"/"}', undefined],
  ['a session id that is no text', '{"session_id":7}', undefined],
  ['nothing', '', undefined],
]

for (const name of ['orrery-hook.sh', 'orrery-hook-fallback.sh']) {
  const shell = name === 'orrery-hook.sh' ? 'bash' : 'sh'

  test(`${name} names the process that ran it, and its conversation where it can read it`, async () => {
    using home = temporaryFolder()
    await using receiver = await receive()
    await writeHookScripts(home.path, { promptSubmit: 'working', interactiveStop: 'to_review' })
    const env = { SERVICE_HOME: home.path, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(receiver.port) }
    const call = async (stdin: string, more: Readonly<Record<string, string>> = {}) => {
      await run({ argv: [shell, join(home.path, 'bin', name), 'Stop'], env: { ...env, ...more }, stdin })
      return ingestSchema.parse(receiver.received.pop()?.body)
    }
    for (const [what, stdin, session] of payloads) {
      const { client_pid: pid, client_session: its } = await call(stdin)
      assert.deepEqual([pid, its], [process.pid, shell === 'bash' ? session : undefined], what)
    }
    assert.equal((await call('', { CLAUDE_CODE_ENTRYPOINT: 'cli' })).client_screen, true)
    assert.equal((await call('', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' })).client_screen, undefined)
  })
  test(`${name} shows the key to the port that it is for, and to no other`, async () => {
    using home = temporaryFolder()
    await using service = await receive()
    await using stranger = await receive(500)
    await writeHookScripts(home.path, { promptSubmit: 'working', interactiveStop: 'to_review' })
    writeFileSync(join(home.path, 'hook-port'), `${service.port}\n`)
    const call = async (port: number) => {
      const env = { SERVICE_HOME: home.path, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(port) }
      await run({ argv: [shell, join(home.path, 'bin', name), 'Stop'], env })
      return [stranger, service].map(({ received }) => received.pop()?.headers['x-orrery-hook-key'])
    }
    assert.deepEqual(await call(service.port), [undefined, undefined])
    await createHookKey().publish(home.path, service.port)
    const key = readHookKey(home.path, service.port)
    assert.ok(key)
    assert.deepEqual(await call(service.port), [undefined, key])
    assert.deepEqual(await call(stranger.port), [undefined, key])
    for (const text of ['', `${service.port}`, `${service.port} a"b`]) {
      writeFileSync(join(home.path, 'hook-key'), text)
      assert.deepEqual(await call(service.port), [undefined, undefined], text)
    }
  })
}
