import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { startTestTmux, until } from './tmux.testkit.ts'

test('output and keys of an attached client are told apart, and keys that programs send are not counted', async () => {
  using server = startTestTmux(process.env)
  const tmux = createTmux({ socketName: server.socketName, env: server.env, log: silentLog })
  assert.equal(await tmux.activity(), null)
  server.raw('new-session', '-d', '-s', 'quiet', 'sleep 1000')
  server.raw('new-session', '-d', '-s', 'busy', 'while sleep 0.2; do echo x; done')
  const id = (name: string): string => server.raw('display-message', '-p', '-t', `=${name}:`, '#{session_id}')
  const [quiet, busy] = [id('quiet'), id('busy')]
  const first = await tmux.activity()
  const began = first?.get(quiet) ?? assert.fail('a session is missing')
  const now = async (session: string) => (await tmux.activity())?.get(session) ?? assert.fail('a session is missing')
  await until('output is seen', async () => (await now(busy)).outputMs >= began.outputMs + 2000)
  assert.deepEqual(
    [(await now(quiet)).outputMs, (await now(busy)).typedMs],
    [began.outputMs, first?.get(busy)?.typedMs],
  )

  // A client of its own: tmux within tmux, whose keys come from the terminal around it.
  const attach = `TMUX= exec tmux -L ${server.socketName} attach -t =busy`
  server.raw('new-session', '-d', '-s', 'around', attach)
  await until('it is attached', () => server.raw('list-clients', '-t', '=busy') !== '')
  const attached = await now(busy)
  server.raw('send-keys', '-t', '=quiet:', 'x')
  await until('a second passes', () => Date.now() >= attached.typedMs + 2000)
  server.raw('send-keys', '-t', '=around:', 'x')
  await until('the key is seen', async () => (await now(busy)).typedMs > attached.typedMs)
  assert.equal((await now(quiet)).typedMs, began.typedMs)
})
