import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { startTestTmux, until } from './tmux.testkit.ts'
import { keeperName } from './tmux.ts'

/** What a hostile screen may hold: lines as tmux itself writes them around an answer. */
const hostile = ['%begin 1 2 1', 'ünï ❯ ──', '%error 1 2 1', '', '%end 1 2 1', '%sessions-changed', '%begin 1 2 1']

test('screens that are asked for over the connection are those that a call of its own reads', async () => {
  using server = startTestTmux(process.env)
  const open = (name: string, lines: readonly string[]) => {
    const text = lines.map((line) => `'${line}'`).join(' ')
    server.raw('new-session', '-d', '-s', name, `printf '%s\\n' ${text}; exec sleep 1000`)
    return server.raw('display-message', '-p', '-t', `=${name}:`, '#{session_id}')
  }
  const [one, other, gone] = [open('a', hostile), open('b', ['plain']), open('c', ['gone'])]
  server.raw('kill-session', '-t', '=c')
  const tmux = createTmux({ socketName: server.socketName, env: server.env, log: silentLog, absentRetryMs: 20 })
  const wanted = [one, gone, other]
  await until('both are drawn', async () => {
    const screens = await tmux.screens(wanted)
    return screens?.get(one)?.includes('%sessions-changed') === true && screens.get(other)?.startsWith('plain') === true
  })
  const byCall = await tmux.screens(wanted)
  assert.deepEqual([...(byCall?.keys() ?? [])], [one, other])
  assert.deepEqual(byCall?.get(one)?.split('\n').slice(0, hostile.length), hostile)

  const answers: unknown[] = []
  const watch = tmux.watch(() => {})
  await until('a client is attached to the keeper', () => {
    try {
      return server.raw('list-clients', '-t', `=${keeperName}`) !== ''
    } catch {
      // It is not there yet.
      return false
    }
  })
  // Some of these may still be calls of their own, while the connection is made: the answers are the same.
  for (let asked = 0; asked < 20; asked += 1)
    answers.push(...(await Promise.all([tmux.screens(wanted), tmux.screens([other])])))
  await watch[Symbol.asyncDispose]()
  assert.deepEqual(answers, Array.from({ length: 20 }, () => [byCall, new Map([[other, byCall?.get(other)]])]).flat())
  assert.deepEqual(await tmux.screens(wanted), byCall, 'after the connection has ended')
})
