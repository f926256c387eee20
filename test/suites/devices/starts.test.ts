// Starts on a device whose tmux is slow: what it listed before a terminal stood says nothing of that terminal.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinHub, linesOf, makeDevicePlace, outputOf, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'

/** Lists are handed over long after they were made, and whoever opens a terminal hears of it long after it stands. */
const slowTmux = `real=$(PATH=\${PATH#*:}; command -v tmux)
case "$*" in
  *list-sessions*) late=0.4 ;;
  *new-session*) late=0.7 ;;
  *) exec "$real" "$@" ;;
esac
out=$(mktemp); err=$(mktemp)
"$real" "$@" >"$out" 2>"$err"; code=$?
sleep "$late"; cat "$out"; cat "$err" >&2; rm -f "$out" "$err"; exit "$code"`
const working = `echo "it works on $2"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; echo "$2" >>"$HOME/ran"`
const prompts = ['one', 'two', 'three', 'four', 'five', 'six']

test('sessions that are started at once on a slow tmux all work to their end', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', working)
  place.install('tmux', slowTmux)
  await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
  await using daemon = await joinHub(hub, place)
  const ids = await Promise.all(prompts.map((prompt) => startThere(hub, { deviceTarget: daemon.id, prompt })))
  const began = await Promise.all(ids.map((id) => untilState(hub, id, 'running', 'completed', 'failed')))
  assert.deepEqual(
    began.map(({ state }) => state),
    prompts.map(() => 'running'),
  )
  writeFileSync(join(place.userHome, 'go'), '')
  const ended = await Promise.all(ids.map((id) => untilState(hub, id, 'completed', 'failed')))
  assert.deepEqual(
    ended.map(({ state, exit_code: code }) => [state, code]),
    prompts.map(() => ['completed', 0]),
    JSON.stringify(ended),
  )
  assert.deepEqual(linesOf(join(place.userHome, 'ran')).toSorted(), prompts.toSorted(), 'each ran once')
  const said = await Promise.all(ids.map((id) => outputOf(hub, id)))
  assert.deepEqual(
    said.map((text) => text.trimEnd()),
    prompts.map((prompt) => `it works on ${prompt}`),
  )
})
