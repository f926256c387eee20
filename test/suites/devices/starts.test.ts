// Starts on a device whose tmux is slow, where a list of before says nothing of a terminal, or dies: each agent runs once.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  joinHub,
  linesOf,
  makeDevicePlace,
  outputOf,
  sessionThere,
  startThere,
  untilState,
} from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** Lists are handed over long after they were made, and whoever opens a terminal hears of it long after it stands. */
const slowTmux = `real=$(PATH=\${PATH#*:}; command -v tmux)
case "$*" in
  *' -C '*) exec "$real" "$@" ;;
  *list-sessions*) late=0.4 ;;
  *new-session*) late=0.7 ;;
  *) exec "$real" "$@" ;;
esac
out=$(mktemp); err=$(mktemp)
"$real" "$@" >"$out" 2>"$err"; code=$?
sleep "$late"; cat "$out"; cat "$err" >&2; rm -f "$out" "$err"; exit "$code"`
/** Beside what ran stands who ran it: its run, and its tmux server and session. */
const tellsWho = 'echo "$2 $SERVICE_RUN_ID ${TMUX-}" >>"$HOME/who"; echo "$2" >>"$HOME/ran"'
const working = `echo "it works on $2"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; ${tellsWho}`
const prompts = ['one', 'two', 'three', 'four', 'five', 'six']

test('sessions that are started at once on a slow tmux all work to their end', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', working)
  place.install('tmux', slowTmux)
  await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
  await using daemon = await joinHub(hub, place)
  const ids = await Promise.all(prompts.map((prompt) => startThere(hub, { deviceTarget: daemon.id, prompt })))
  // Running is what a session is from the moment it is asked for: its agent stands once it says so.
  const says = (id: string) => async () => (await outputOf(hub, id)).includes('it works on')
  await Promise.all(ids.map((id) => until('its agent works', says(id))))
  const began = await Promise.all(ids.map((id) => sessionThere(hub, id)))
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
  const who = linesOf(join(place.userHome, 'who')).join('\n')
  assert.deepEqual(linesOf(join(place.userHome, 'ran')).toSorted(), prompts.toSorted(), `each ran once:\n${who}`)
  const said = await Promise.all(ids.map((id) => outputOf(hub, id)))
  assert.deepEqual(
    said.map((text) => text.trimEnd()),
    prompts.map((prompt) => `it works on ${prompt}`),
  )
})

/** The first terminal opens and its agent does something; then its server is gone, before it answered. */
const dyingTmux = (goesOn: string): string => `real=$(PATH=\${PATH#*:}; command -v tmux)
case " $* " in *' -C '*) exec "$real" "$@" ;; *' new-session '*) ;; *) exec "$real" "$@" ;; esac
mkdir "$HOME/asked" 2>/dev/null || exec "$real" "$@"
"$real" "$@" >/dev/null || exit
while ${goesOn}; do sleep 0.02; done
kill -9 "$("$real" -L orrery-device display-message -p '#{pid}' 2>/dev/null)" 2>/dev/null
echo 'server exited unexpectedly' >&2; exit 1`
const lives = '"$real" -L orrery-device has-session -t agent 2>/dev/null'

const deaths: readonly (readonly [when: string, goesOn: string, rest: string, ends: readonly unknown[]])[] = [
  ['after its agent ended', lives, '', ['completed', 0]],
  ['with its agent', '[ ! -s "$HOME/ran" ]', '; sleep 1000', ['failed', null]],
]

for (const [when, goesOn, rest, ends] of deaths) {
  test(`an agent runs once where its tmux server dies ${when} and before it answered`, async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', `${tellsWho}${rest}`)
    place.install('tmux', dyingTmux(goesOn))
    await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
    await using daemon = await joinHub(hub, place)
    const id = await startThere(hub, { deviceTarget: daemon.id, prompt: 'one' })
    const { state, exit_code: code } = await untilState(hub, id, 'completed', 'failed')
    assert.deepEqual([state, code], ends)
    assert.deepEqual(linesOf(join(place.userHome, 'ran')), ['one'], linesOf(join(place.userHome, 'who')).join('\n'))
  })
}
