// A tmux server that dies right after it started an agent: the call is repeated, and the agent is not.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { read, startRig, type Rig } from './launcher.testkit.ts'

/** The first session stands until its agent has written `file`; then its server is gone, before it said anything. */
const dyingTmux = (file: string): string => `#!/bin/sh
real=$(PATH=\${PATH#*:}; command -v tmux)
case " $* " in *' new-session '*) ;; *) exec "$real" "$@" ;; esac
mkdir "$HOME/asked" 2>/dev/null || exec "$real" "$@"
"$real" "$@" >/dev/null || exit
while [ ! -s "$HOME/${file}" ]; do sleep 0.01; done
kill -9 "$("$real" -L orrery-test display-message -p '#{pid}' 2>/dev/null)" 2>/dev/null
echo 'server exited unexpectedly' >&2
exit 1
`

async function isClosed({ tmux }: Rig): Promise<boolean> {
  const listing = await tmux.list()
  return listing.kind === 'sessions' && listing.sessions.length === 0
}

test('an agent that ended before its tmux server died ran once and is reported once', async () => {
  using rig = startRig(process.env)
  rig.install('tmux', dyingTmux('report-agent-1'))
  const spawned = await rig.spawn({ prompt: 'echo ran >> ran' })
  assert.ok(spawned.ok, JSON.stringify(spawned))
  await until('its second terminal is closed', () => isClosed(rig))
  assert.equal(read(join(rig.server.folder, 'ran')), 'ran\n')
  assert.equal(await rig.report('agent-1'), 'bash --exit 0 agent-1 run1 7420')
})

test('an agent that its tmux server took along is not begun anew', async () => {
  using rig = startRig(process.env)
  rig.install('tmux', dyingTmux('ran'))
  const spawned = await rig.spawn({ prompt: 'echo ran >> ran; sleep 1000' })
  assert.ok(spawned.ok, JSON.stringify(spawned))
  await until('its second terminal is closed', () => isClosed(rig))
  assert.equal(read(join(rig.server.folder, 'ran')), 'ran\n')
  assert.equal(read(join(rig.server.folder, 'report-agent-1')), '', 'nobody saw how it ended')
})

test('the next launch of the same session begins', async () => {
  using rig = startRig(process.env)
  for (const run of ['one', 'two']) {
    assert.ok((await rig.spawn({ prompt: `echo ${run} >> ran` })).ok)
    await until(`${run} is over`, () => isClosed(rig))
  }
  assert.equal(read(join(rig.server.folder, 'ran')), 'one\ntwo\n')
})

/** Opens the terminal and then says nothing for longer than anybody waits; or says nothing first, and would open it later. */
const silentTmux = (opens: 'at once' | 'never'): string => `#!/bin/sh
real=$(PATH=\${PATH#*:}; command -v tmux)
case " $* " in *' new-session '*) ;; *) exec "$real" "$@" ;; esac
${opens === 'at once' ? '"$real" "$@" >/dev/null' : ':'}
exec sleep 60
`

test('an agent whose tmux opened its terminal and did not say so is there', async () => {
  using rig = startRig(process.env)
  rig.install('tmux', silentTmux('at once'))
  const spawned = await rig.spawn({ prompt: 'echo ran >> ran; sleep 1000' })
  assert.ok(spawned.ok, JSON.stringify(spawned))
  const listing = await rig.tmux.list()
  assert.ok(listing.kind === 'sessions' && listing.sessions.some(({ id }) => id === spawned.value.id))
  await until('it ran', () => read(join(rig.server.folder, 'ran')) === 'ran\n')
})

test('a launch that tmux did not answer for, and that was refused, begins in no terminal any more', async () => {
  using rig = startRig(process.env)
  rig.install('tmux', silentTmux('never'))
  const spawned = await rig.spawn({ prompt: 'echo ran >> ran' })
  assert.ok(!spawned.ok)
  assert.match(spawned.error.reason, /did not answer in time/)
  const script = join(rig.home, 'runs/session1/run.sh')
  assert.deepEqual([spawnSync('sh', [script]).status, read(join(rig.server.folder, 'ran'))], [0, ''])
})
