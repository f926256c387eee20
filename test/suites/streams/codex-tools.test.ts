// What the real Codex tells of a session in a git repository: what it edited, a test that failed, and its stop.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { derivedAnswerSchema } from '#rooms/streams/contract.ts'
import { makeHome } from '../../support/home.ts'
import { until } from '../../support/until.ts'
import { codex } from '../harness/codex.ts'
import { openHere } from '../harness/places.ts'
import { transcriptTells } from '../harness/transcript-tells.ts'

const edits = 'printf made > made.txt; echo it works'
const fails = 'echo the test fails; exit 1'
const goesOn = 'echo begun > begun.txt; sleep 1000'
/** Of the whole turn of a client that was just started. */
const turnLimitMs = 120_000

test('commands with their results, files and the transcript are right until it is stopped', async (t) => {
  const installed = await codex.install()
  if ('problem' in installed) return t.skip(`the client could not be installed: ${installed.problem}`)
  await using kept = new AsyncDisposableStack()
  const model = kept.use(await codex.startModel())
  const home = kept.use(await makeHome())
  const [project, temporary] = [join(home.userHome, 'project'), join(home.root, 'tmp')]
  await mkdir(temporary)
  execFileSync('git', ['init', '-q', project])
  const variables = await codex.prepare({ home, project, temporary, url: model.url, bin: installed.bin })
  const ready = { home, model, project, variables: { ...variables, TMPDIR: temporary } }
  const { service, ...place } = await openHere(kept, ready)
  const prompt = `TOOL:${[edits, fails, goesOn].join('\nTHEN:')}`
  const { id } = await place.launch({ agentType: codex.agentType, isInteractive: false, prompt })
  await until('the last command runs', () => existsSync(join(project, 'begun.txt')), turnLimitMs)
  await transcriptTells(service, id, /printf made[^]*it works[^]*the test fails; exit 1` \(failed, exit 1/)
  const json = { session_id: id, force: true }
  assert.equal((await service.call('POST /api/agents/stop', { token: service.token, json })).status, 200)
  const derived = async () => {
    const answer = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
    return derivedAnswerSchema.parse(answer.json).derived
  }
  // On a busy machine an event may come by the queue, later than what happened after it.
  await until(
    'what it did until then is told',
    async () => (await derived()).files.length === 2 && (await derived()).commands.length >= 2,
    turnLimitMs,
  )
  const { commands, files } = await derived()
  assert.deepEqual(
    commands.slice(0, 2).map(({ command }) => command),
    [edits, fails],
  )
  assert.ok(
    commands.slice(2).every(({ ok }) => ok !== true),
    'what was stopped did not go well',
  )
  assert.deepEqual(
    files.map(({ path, status, added, removed }) => `${status} ${path} +${added} -${removed}`).toSorted(),
    [`added ${join(project, 'begun.txt')} +1 -0`, `added ${join(project, 'made.txt')} +1 -0`],
  )
})
