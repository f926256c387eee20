// Sessions on devices: a real hub and real daemons, each with a home and a tmux server of its own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  askFor,
  joinHub,
  linesOf,
  makeDevicePlace,
  openModelServer,
  outputOf,
  sessionThere,
  startThere,
  untilState,
} from '../../support/device-place.ts'
import { deviceOf } from '../../support/daemon.ts'
import { makeHome } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }

describe('sessions on devices', { concurrency: 3 }, () => {
  test('an agent runs in a terminal of the device, speaks by hooks there, and ends in its true state', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install(
      'claude',
      `echo "run by: $*"
       printf '{"hook_event_name":"Notification","message":"may I?"}' | bash "$SERVICE_HOME/bin/orrery-hook.sh" Notification
       while [ ! -e "$HOME/go" ]; do sleep 0.05; done
       echo "in $(pwd)"; exit 3`,
    )
    await using hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    const device = daemon.id
    const id = await startThere(hub, { prompt: 'say hi', label: 'Far away', deviceTarget: device })
    const waiting = await untilState(hub, id, 'awaiting_review')
    assert.deepEqual(
      [waiting.device_id, waiting.harness, waiting.agent_type, waiting.origin, waiting.label, waiting.tmux_alive],
      [device, 'code-agent', 'code-agent', 'fabric', 'Far away', true],
    )
    assert.match(String(waiting.tmux_session), /^agent-claude-/)
    assert.deepEqual(await hubPlace.terminals(), [], 'nothing runs in the tmux of the hub')
    const listed = await hub.call(`GET /api/sessions?device=${device}&harness=code-agent`, { token: hub.token })
    assert.deepEqual(
      (listed.json.sessions as { id: string }[]).map((one) => one.id),
      [id],
    )
    const detail = await hub.call(`GET /api/devices/${device}`, { token: hub.token })
    assert.deepEqual(
      (detail.json.sessions as { id: string }[]).map((one) => one.id),
      [id],
    )
    const [inbox, home] = [await orrery(hubPlace, ['inbox']), await orrery(hubPlace, ['home'])]
    assert.match(inbox.out, /^WHAT +SINCE +WHO +DEVICE +WHY/m)
    assert.match(inbox.out, /^waiting .* Far away +Forge +may I\?/m)
    assert.match(home.out, /Far away +Forge +may I\?/)
    const told = await Promise.all([
      orrery(hubPlace, ['inbox', '--json']),
      orrery(hubPlace, ['home', '--json']),
      orrery(hubPlace, ['ls', '--json']),
    ])
    for (const { out } of told)
      assert.ok(out.includes(`"device_id":"${device}"`) || out.includes(`"device_id": "${device}"`), out)
    await hub.call(`PATCH /api/hooks/sessions/${id}`, { token: hub.token, json: { state: 'running' } })
    writeFileSync(join(place.userHome, 'go'), '')
    const failed = await untilState(hub, id, 'failed', 'completed')
    assert.deepEqual(
      [failed.state, failed.exit_code, failed.end_reason, failed.tmux_alive],
      ['failed', 3, 'exit_error', false],
    )
    assert.equal(await outputOf(hub, id), `run by: -p say hi\nin ${place.userHome}\n`)
    // Restart runs it again, there.
    await hub.call(`PATCH /api/hooks/sessions/${id}`, { token: hub.token, json: { event: 'start' } })
    await untilState(hub, id, 'awaiting_review', 'failed')
    await until('it ended once more', async () => (await outputOf(hub, id)).split('in ').length === 3)
    await untilState(hub, id, 'failed')
  })

  test('a stop reaches the device, its program too, and what comes late revives nothing', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install(
      'claude',
      `trap 'echo "$$ asked" >>"$HOME/asked"' INT; echo "$$" >"$HOME/pid"; while :; do sleep 0.1; done`,
    )
    await using hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    assert.ok(daemon.pid > 0)
    const id = await startThere(hub, {})
    await until('it runs', () => linesOf(join(place.userHome, 'pid')).length === 1)
    const { status, json } = await hub.call(`DELETE /api/sessions/${id}`, { token: hub.token })
    const { state, end_reason: reason, stopping } = json.session as Record<string, unknown>
    assert.deepEqual([status, state, reason, stopping === null], [200, 'failed', 'cancelled', false])
    await until('nothing of it is left', async () => (await sessionThere(hub, id)).stopping === null, 60_000)
    assert.equal(linesOf(join(place.userHome, 'asked')).length > 0, true, 'Ctrl+C came first')
    const [pid] = linesOf(join(place.userHome, 'pid'))
    // One that has ended is counted until its parent has looked after it.
    await until('its program is gone', () => !isCounted(Number(pid)))
    assert.equal((await sessionThere(hub, id)).end_reason, 'cancelled')
    assert.equal((await hub.call(`DELETE /api/sessions/${id}`, { token: hub.token })).status, 200)
  })

  test('what can not be started is refused in words, and leaves nothing behind', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'exec sleep 1000')
    await using hub = await startService(hubPlace, { env: { ...fabric } })
    await using daemon = await joinHub(hub, place)
    const device = daemon.id
    const refusedAs = async (body: object) => {
      const { status, json } = await askFor(hub, { deviceTarget: device, ...body })
      return { status, error: json.error, text: JSON.stringify(json) }
    }
    const unknown = await refusedAs({ harness: 'nobody' })
    assert.deepEqual([unknown.status, unknown.error], [400, 'invalid_request'])
    assert.match(unknown.text, /code-agent, codex, gemini, opencode, gateway-agent, mother-llm/)
    assert.deepEqual([(await refusedAs({ deviceTarget: 'nobody' })).status], [404])
    const none = await refusedAs({ harness: 'mother-llm' })
    assert.deepEqual([none.status, none.error], [409, 'no_device'])
    assert.match(none.text, /"field":"Forge","reason":"mother-llm is not installed there"/)
    assert.equal((await refusedAs({ prompt: ' ' })).status, 400)
    assert.equal((await refusedAs({ working_dir: 'here' })).status, 400)
    assert.equal((await refusedAs({ deviceTarget: device, more: 1 })).status, 400)
    const nowhere = await startThere(hub, { working_dir: '/no/such/folder' })
    const refused = await untilState(hub, nowhere, 'failed')
    assert.match(JSON.stringify(refused.cause), /must be a folder that exists/)
    await daemon.stop()
    await until('it is offline', async () => (await refusedAs({})).error === 'device_offline')
    assert.equal((await askFor(hub, {})).json.error, 'no_device')
    const { json } = await hub.call('GET /api/sessions', { token: hub.token })
    assert.deepEqual(
      (json.sessions as { id: string }[]).map((one) => one.id),
      [nowhere],
    )
  })

  test('a session that waits for a task starts on a device when that is done', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'echo ran; exit 0')
    await using hub = await startService(hubPlace, { env: fabric })
    const { token } = hub
    await hub.call('POST /api/tasks', { token, json: { id: 'T-1', title: 'First' } })
    const id = await startThere(hub, { depends_on: ['T-1'] })
    assert.deepEqual([(await sessionThere(hub, id)).state, (await sessionThere(hub, id)).device_id], ['idle', null])
    await hub.call('PATCH /api/tasks/T-1', { token, json: { status: 'done' } })
    await until('it says what it waits for', async () =>
      String((await sessionThere(hub, id)).last_message).startsWith('no device: '),
    )
    await using daemon = await joinHub(hub, place)
    const device = daemon.id
    const done = await untilState(hub, id, 'completed')
    assert.equal(done.device_id, device)
  })

  test('the assistant answers by a model of the device, and by no other', async () => {
    await using hubPlace = await makeHome()
    await using model = await openModelServer('tiny')
    await using place = await makeDevicePlace({ OLLAMA_HOST: model.host, SECRET_KEY: 'seen', SERVICE_RUN: 'x' })
    place.install(
      'ollama',
      `printf '%s|' "$@"; line=$(tail -n 1); echo "asked: $line"; env | cut -d= -f1 | sort | tr '\\n' ' ' >"$HOME/names"
       case $line in *wait*) trap 'exit 0' TERM; while :; do sleep 0.1; done;; esac; exit 0`,
    )
    await using hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    assert.ok(daemon.pid > 0)
    const ask = (body: object) => startThere(hub, { harness: 'mother-llm', model: 'tiny', ...body })
    const id = await ask({ prompt: 'how are you?', options: { json: true } })
    const done = await untilState(hub, id, 'completed', 'failed')
    assert.deepEqual([done.state, done.exit_code, done.tmux_session], ['completed', 0, `session-${id}`])
    assert.equal(await outputOf(hub, id), 'run|tiny|--nowordwrap|--hidethinking|--format|json|asked: how are you?\n')
    const names = readFileSync(join(place.userHome, 'names'), 'utf8')
    assert.doesNotMatch(names, /SECRET_KEY|TMUX|SERVICE_HOME/)
    assert.match(names, /OLLAMA_HOST/)
    const kept = linesOf(join(place.home, 'mother-sessions', `${id}.jsonl`)).map(
      (line) => JSON.parse(line) as { type: string },
    )
    assert.deepEqual(
      [kept[0]?.type, kept[1]?.type, kept.at(-1)?.type],
      ['session.accepted', 'session.started', 'session.exit'],
    )
    for (const [name, why] of [
      ['other', /has no model other/],
      ['big:cloud', /runs in a cloud/],
      ['--help', /is no name of a model/],
    ] as const) {
      const refused = await untilState(hub, await ask({ prompt: 'x', model: name }), 'failed')
      assert.match(JSON.stringify(refused.cause), why)
    }
    const waiting = await ask({ prompt: 'wait' })
    await until('it waits', async () => (await outputOf(hub, waiting)).includes('asked: wait'))
    await hub.call(`DELETE /api/sessions/${waiting}`, { token: hub.token })
    await until('it is over', async () => (await sessionThere(hub, waiting)).stopping === null)
    const stopped = await sessionThere(hub, waiting)
    // It ended with 0: whether it was cancelled is for us to know.
    assert.deepEqual([stopped.state, stopped.end_reason], ['failed', 'cancelled'])
    const { json } = await hub.call('GET /api/inbox', { token: hub.token })
    assert.deepEqual(json.items, [], 'none of them needs a person')
  })

  test('the command line starts one on the best device, says why not on the others, and shows where each runs', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'echo "run by: $*"; exit 0')
    await using hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    const { code, out, err } = await orrery(hubPlace, ['launch', 'code-agent', '--on', 'auto', 'say', 'hi'])
    assert.equal(code, 0, err)
    assert.match(err, /^DEVICE +SCORE/)
    assert.match(err, /Forge +0\.\d\d/)
    assert.match(err, /code-agent is not installed there/)
    assert.match(err, /Launched on Forge/)
    await untilState(hub, out.trim(), 'completed')
    const listed = await orrery(hubPlace, ['ls'])
    assert.match(listed.out, /^completed .* code-agent +Forge +agent-claude-/m)
    assert.ok(!listed.out.includes(daemon.id), 'by its name')
    const refused = await orrery(hubPlace, ['launch', 'shell', '--on', 'Forge', 'true'])
    assert.equal(refused.code, 2, refused.err)
    assert.match(refused.err, /code-agent, codex, gemini, opencode, gateway-agent, mother-llm/)
  })

  test('a machine is unpaired with agents on it only where a person says what becomes of them', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'while [ ! -e "$HOME/go" ]; do sleep 0.05; done')
    const listing = ['-L', 'orrery-device', 'list-sessions', '-F', '#{session_name}']
    const terminals = (): string[] =>
      spawnSync('tmux', listing, { env: place.env(), encoding: 'utf8' })
        .stdout.split('\n')
        .filter((name) => name.startsWith('agent-claude-'))
    await using hub = await startService(hubPlace, { env: fabric })
    {
      await using daemon = await joinHub(hub, place)
      const id = await startThere(hub, { label: 'Night watch', deviceTarget: daemon.id })
      await untilState(hub, id, 'running')
      await until('its terminal is open', () => terminals().length === 1)
      const refused = await orrery(place, ['daemon', 'unpair'])
      assert.equal(refused.code, 2, refused.err)
      assert.match(refused.err, /1 agent runs here[^]*Night watch[^]*--stop-agents[^]*--keep-agents/)
      assert.equal((await deviceOf(hub, daemon.id)).status, 'online', 'nothing changed')
      const ended = await orrery(place, ['daemon', 'unpair', '--stop-agents'])
      assert.equal(ended.code, 0, ended.err)
      assert.deepEqual(terminals(), [], 'it runs no more')
      // The hub heard of it before the machine left.
      assert.equal((await sessionThere(hub, id)).state, 'failed')
      assert.equal((await deviceOf(hub, daemon.id)).status, 'offline')
    }
    await using daemon = await joinHub(hub, place)
    const kept = await startThere(hub, { label: 'Day watch', deviceTarget: daemon.id })
    await untilState(hub, kept, 'running')
    await until('its terminal is open', () => terminals().length === 1)
    const left = await orrery(place, ['daemon', 'unpair', '--keep-agents'])
    assert.equal(left.code, 0, left.err)
    assert.match(
      left.err,
      /1 agent goes on, and no hub hears of it:\n +tmux -L orrery-device attach -t '=agent-claude-/,
    )
    assert.equal(terminals().length, 1)
    await using again = await joinHub(hub, place)
    assert.equal(
      (await deviceOf(hub, again.id)).active_sessions,
      0,
      'what was kept for one pairing is not told to another',
    )
    writeFileSync(join(place.userHome, 'go'), '')
    await until('it ended by itself', () => terminals().length === 0)
  })

  test('a service without devices starts nothing and says so', async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    const { status, json } = await askFor(service, {})
    assert.deepEqual([status, json.error], [409, 'no_device'])
    const { token } = service
    assert.deepEqual((await service.call('GET /api/sessions', { token })).json, { sessions: [], next_cursor: null })
    assert.deepEqual((await service.call('GET /api/sessions/devices', { token })).json, { devices: [] })
    assert.equal((await service.call('GET /api/sessions/x', { token })).status, 404)
    assert.equal((await service.call('DELETE /api/sessions/x', { token })).status, 404)
    assert.equal((await service.call('POST /api/sessions', { json: {} })).status, 401)
  })
})

function isCounted(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // ESRCH: nobody has that number.
    return false
  }
}
