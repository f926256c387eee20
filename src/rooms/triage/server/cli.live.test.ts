import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Command } from 'commander'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { prepareProgram, runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { lockHome, type HomeLock } from '#platform/server/files/home-lock.ts'
import { writeServiceInfo } from '#platform/server/files/service-info.ts'
import { until } from '../../../../test/support/until.ts'
import { addTriageCommands } from './cli.ts'
import { openRoom, type Room } from './room.testkit.ts'

let room: Room
let lock: HomeLock | null = null

before(async () => {
  room = await openRoom()
  lock = lockHome(room.home)
  writeServiceInfo(room.home, { pid: process.pid, url: room.url, hook_port: 1, started_at_ms: 1 })
  await room.addTasks('T-1', 'T-2', 'T-3', 'T-4')
})
after(async () => {
  lock?.[Symbol.dispose]()
  await room.close()
})

async function orrery(args: readonly string[], around: { stdin?: string; signal?: AbortSignal } = {}) {
  let out = ''
  let err = ''
  const cli = createCli({
    environment: { SERVICE_HOME: room.home },
    userHome: room.home,
    workingDir: room.home,
    ownArgv: [],
    stdout: { write: (part) => (out += part) },
    stderr: { write: (part) => (err += part) },
    readStdin: async () => around.stdin ?? '',
    readLine: async () => '',
    readSecret: async () => '',
    runOnTerminal: async () => null,
    takeTerminal: () => null,
    catchSignals: () => around.signal ?? new AbortController().signal,
  })
  const program = prepareProgram(new Command('orrery'), cli)
  addTriageCommands(program, cli)
  const code = await runCommandLine(program, cli, args)
  return { code, out, err }
}

const words = (line: string) => orrery(line.split(' '))

test('briefs come by words or on stdin, are listed, and go', async () => {
  assert.deepEqual((await words('brief add The auditor comes -s meeting -t audit')).out, '1\n')
  const piped = await orrery(['brief', 'add', '-s', 'email', '-'], { stdin: 'Three customers\nwait\n' })
  assert.deepEqual([piped.code, piped.out], [0, '2\n'])
  const { out } = await words('brief ls')
  assert.match(out, /^2 .* email +Three customers wait\n1 .* meeting +audit +The auditor comes$/m)
  assert.equal((await words('brief rm 2')).out, '2 is deleted\n')
  assert.match((await words('brief rm 2')).err, /There is no brief 2/)
  assert.equal((await orrery(['brief', 'add', '-'], { stdin: ' \n' })).code, 2)
  assert.equal((await words('brief add x -s fax')).code, 2)
})

test('a dry run shows the moves, a run makes them, and show and explain tell of them', async () => {
  room.fake.scores.set('T-4', { impact: 5, urgency: 5, confidence: 5, effort: 1, lane: 'now', reason: 'it burns' })
  const dry = await words('triage run --dry-run')
  assert.match(dry.out, /^Would be: 4 scored, 0 locked, 4 moved\nTASK +FROM +TO +RANK +WHY +TITLE\nT-4 +– +NOW +1 +new/)
  assert.match((await words('triage show')).err, /The lanes are empty/)
  assert.equal((await words('triage run')).code, 0)
  const { out } = await words('triage show now')
  assert.match(out, /^NOW {2}3 of 3\n# +SCORE[^\n]*\n1 +125\.0 +5·5·5·1 +T-4 +Title of T-4\n2 +9\.0/)
  const why = (await words('triage explain T-4')).out
  assert.match(why, /^Its score: 5 × 5 × 5 ÷ 1 = 125\.0\.$/m)
  assert.match(why, /^fake-triage said in run 2: impact 5.*, NOW\n {2}"it burns"$/m)
  assert.match(why, /^Briefs in the prompt:\n {2}meeting: The auditor comes$/m)
  assert.match((await words('triage explain nobody')).err, /There is no task nobody/)
  const runs = (await words('triage runs')).out
  assert.match(runs, /^2 +success .* 4 scored, 0 locked, 4 moved\n1 +success .* dry run: 4 scored/m)
})

test('a run says what it left out, and explain tells the rank that show does once another task is done', async () => {
  const score = { impact: 3, urgency: 3, confidence: 3, effort: 3, lane: 'now', reason: 'r' }
  room.fake.script({
    text: ({ ids }) => JSON.stringify({ scores: [...ids, 'nobody', 'T-4'].map((id) => ({ id, ...score })) }),
  })
  const { out } = await words('triage run')
  assert.match(out, /^The model gave 2 scores for tasks that it was not asked about, or twice: left out\.$/m)
  await room.ask('POST', '/api/tasks', { id: 'D-1', title: 'Done soon', priority: 'P1' })
  room.fake.scores.set('D-1', { impact: 5, urgency: 5, confidence: 5, effort: 1 })
  assert.equal((await words('triage run')).code, 0)
  await room.ask('PATCH', '/api/tasks/D-1', { status: 'done' })
  assert.match((await words('triage show now')).out, /^1 +125\.0 .* T-4 /m)
  assert.match((await words('triage explain T-4')).out, /^Lane: NOW, rank 1$/m)
  await room.ask('DELETE', '/api/tasks/D-1')
})

test('lock, unlock, override and memories say what they did', async () => {
  const locked = await orrery(['triage', 'lock', 'T-2', 'later', '-r', 'waits for Ann'])
  assert.equal(locked.out, 'T-2 is locked at LATER\n')
  assert.match((await words('triage show later')).out, /T-2 .* locked: waits for Ann/)
  assert.equal((await words('triage unlock T-2')).out, 'T-2 is unlocked\n')
  assert.equal((await words('triage override T-1 urgency 5 -r due')).out, 'T-1 urgency 3 to 5\n')
  const wrong = await words('triage override T-1 urgency 6')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /new_value: must be a whole number from 1 to 5/)
  assert.equal((await words('triage override T-1 mood 5')).code, 2)
  assert.equal((await words('triage lock T-1 soon')).code, 2)
  assert.equal((await words('triage memory add Customers first')).out, '1\n')
  assert.match((await words('triage memory ls')).out, /^1 +Customers first$/m)
  assert.equal((await words('triage memory rm 1')).code, 0)
})

test('a run that fails ends with its reason, and with --json with its code', async () => {
  room.fake.script({ status: 500, body: '{"error":{"message":"out of memory"}}' })
  const { code, err } = await words('triage run')
  assert.equal(code, 1)
  assert.match(err, /answered 500: out of memory\n/)
  room.fake.script({ status: 500 })
  const asJson = await words('triage run --json')
  assert.equal(Object(JSON.parse(asJson.err)).error, 'model_error')
})

test('Ctrl+C cancels the run that is watched, and cancel the one that is not', async () => {
  const release = room.fake.hold()
  const stop = new AbortController()
  const watched = orrery(['triage', 'run'], { signal: stop.signal })
  await until('the model is asked', () => room.fake.waiting() === 1)
  assert.match((await words('triage run')).err, /is still going on/)
  stop.abort()
  const { code, out, err } = await watched
  assert.deepEqual([code, /^Run \d+ is cancelled\n$/.test(out)], [0, true])
  assert.match(err, /asks the model: 0 of 4 tasks/)
  const { out: id } = await words('triage run --no-wait')
  await until('the model is asked again', () => room.fake.waiting() === 2)
  assert.equal((await words('triage cancel')).out, `Run ${id.trim()} is cancelled\n`)
  release()
  assert.match((await words('triage cancel')).err, /no run goes on/)
})

test('a preview is applied as it was shown, and what changed since refuses it in words', async () => {
  const preview = await words('triage --preview')
  assert.match(preview.out, /^Would be: /)
  const [, id = ''] = /orrery triage apply (\d+)/.exec(preview.err) ?? []
  await words('brief add The fair is moved')
  const refused = await words(`triage apply ${id}`)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /was not applied, since something changed after it was shown: 1 brief was added/)
  const [, again = ''] = /orrery triage apply (\d+)/.exec((await words('triage --preview')).err) ?? []
  const asked = room.fake.requests.length
  const applied = await words(`triage apply ${again}`)
  assert.equal(applied.code, 0, applied.err)
  assert.match(applied.err, new RegExp(`The plan of run ${again} is applied, as run \\d+`))
  assert.equal(room.fake.requests.length, asked)
  assert.match((await words('triage aply 1')).err, /unknown command 'aply'[^]*Did you mean apply\?/)
})
