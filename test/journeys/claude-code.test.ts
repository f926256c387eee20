// The real Claude Code, launched through the API into real tmux: what the board shows is what it does.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { Session, SessionEvent } from '#rooms/sessions/contract.ts'
import { claudeVariables, installClaude, settleClaude } from '../support/claude.ts'
import { answerAfterTool, plainAnswer, startFakeModel, type FakeModel } from '../support/fake-anthropic.ts'
import { makeHome, type TestHome } from '../support/home.ts'
import { launch, sessionOf } from '../support/http.ts'
import { orrery, startService, type Service } from '../support/service.ts'
import { cardsSeen, statesSeen } from '../support/states.ts'
import { until } from '../support/until.ts'
import { openViewer } from '../support/viewer.ts'

/** A start of a program of 370 MB and a turn, on a busy machine. */
const turnLimitMs = 60_000

type Place = { readonly home: TestHome; readonly model: FakeModel; readonly service: Service; readonly project: string }

let place: Place | null = null
let problem = ''

before(async () => {
  const installed = await installClaude()
  if ('problem' in installed) {
    problem = installed.problem
    return
  }
  const home = await makeHome()
  const project = join(home.userHome, 'project')
  await Promise.all([mkdir(project), settleClaude(home.userHome, project), writeOwnHooks(home)])
  const model = await startFakeModel()
  const service = await startService(home, { env: claudeVariables(installed.bin, model.url) })
  place = { home, model, service, project }
})

after(async () => {
  await place?.service[Symbol.asyncDispose]()
  await place?.home[Symbol.asyncDispose]()
  await place?.model[Symbol.asyncDispose]()
})

/** Skips the test where Claude Code can't be had, and says why. */
function claudeTest(name: string, run: (place: Place, t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (place === null) t.skip(`Claude Code could not be installed: ${problem}`)
    else await run(place, t)
  })
}

claudeTest('a prompt in print mode runs and completes', async (at) => {
  const { session, states, events } = await runToItsEnd(at, { prompt: 'Say how it goes' })
  assert.deepEqual(states, ['running', 'completed'])
  assert.equal(session.exit_code, 0)
  assert.equal(session.end_reason, 'exit')
  assert.equal(session.last_message, plainAnswer)
  assert.ok(events.some(({ source, event }) => source === 'hook' && event === 'process.exit'))
})

claudeTest('a tool that it uses stands in the history by name', async (at) => {
  const { session, states, events } = await runToItsEnd(at, { prompt: 'TOOL:echo from-a-tool' })
  assert.deepEqual(states, ['running', 'completed'])
  assert.equal(session.exit_code, 0)
  assert.equal(session.last_message, answerAfterTool)
  const use = events.find(({ event }) => event === 'agent.tool_use')
  assert.match(use?.metadata ?? '', /^Bash\b/)
  assert.equal(use?.source, 'hook')
})

claudeTest('a failure of the model ends as failed', async (at) => {
  const { session, states } = await runToItsEnd(at, { prompt: 'FAIL, please' })
  // Its StopFailure hook fires for most failures, not for all.
  const ways = [
    ['running', 'awaiting_review', 'failed'],
    ['running', 'failed'],
  ]
  assert.ok(
    ways.some((way) => way.join() === states.join()),
    states.join(),
  )
  assert.equal(session.exit_code, 1)
  assert.equal(session.end_reason, 'exit_error')
})

claudeTest('a prompt that begins with a dash is a prompt and no option', async (at) => {
  const prompt = '--version -p and other things that look like options'
  const { states } = await runToItsEnd(at, { prompt })
  assert.deepEqual(states, ['running', 'completed'])
  assert.ok(at.model.asked.at(-1)?.includes(prompt))
})

claudeTest('a prompt of 200 KB arrives whole', async (at) => {
  const prompt = `Begin. ${'A line that is read and repeated.\n'.repeat(6000)} The end.`
  const { session, states } = await runToItsEnd(at, { prompt })
  assert.deepEqual(states, ['running', 'completed'])
  assert.equal(session.prompt, prompt)
  assert.ok(at.model.asked.at(-1)?.includes(prompt))
})

claudeTest('an interactive agent waits for review between its turns and completes when it is left', async (at) => {
  const { service, model, project } = at
  using viewer = await openViewer(service.port)
  const body = { agent_type: 'code-agent', interactive: true, working_dir: project, prompt: 'SLOW first turn' }
  const { id, tmux_session: name } = sessionOf(await launch(service, body))
  const shows = (state: string, count: number) =>
    until(
      `${state}, ${count} states in all`,
      () => statesSeen(viewer, id).length >= count && viewer.sessions.get(id)?.state === state,
      turnLimitMs,
    )
  await until('the model is asked', () => model.waiting() === 1, turnLimitMs)
  await shows('running', 1)
  model.answer()
  await shows('awaiting_review', 2)

  await typeInto(at, name, 'SLOW second turn, TOOL:echo second')
  await until('the model is asked again', () => model.waiting() === 1, turnLimitMs)
  await shows('running', 3)
  model.answer()
  await shows('awaiting_review', 4)
  assert.ok((await eventsOf(service, id)).some(({ event }) => event === 'agent.tool_use'))

  const alive = cardsSeen(viewer, id).filter(({ tmux_alive: isAlive }) => isAlive === true)
  assert.ok(alive.length > 0 && alive.every(({ state, ended_at: ended }) => state !== 'completed' && ended === null))

  await typeInto(at, name, '/exit')
  await shows('completed', 5)
  const way = ['running', 'awaiting_review', 'running', 'awaiting_review', 'completed']
  assert.deepEqual(statesSeen(viewer, id), way)
  assert.equal(viewer.sessions.get(id)?.exit_code, 0)
})

claudeTest('hooks of its user keep running, stay byte for byte, and are all that an uninstall leaves', async (at) => {
  const { home } = at
  await runToItsEnd(at, { prompt: 'Say how it goes' })
  assert.match(await readFile(join(home.userHome, 'stops'), 'utf8'), /stopped/)
  const installed = await readFile(settingsPath(home), 'utf8')
  assert.match(installed, /orrery-hook\.sh/)
  assert.ok(installed.includes(ownHook(home)), installed)
  assert.ok(installed.includes(ownRest), installed)
  const { code, err } = await orrery(home, ['hook', 'uninstall'])
  assert.equal(code, 0, err)
  assert.equal(await readFile(settingsPath(home), 'utf8'), ownSettings(home))
})

const settingsPath = (home: TestHome): string => join(home.userHome, '.claude/settings.json')
const ownHook = ({ userHome }: TestHome): string =>
  `{ "hooks": [ {"type":"command",   "command": "echo stopped >> '${userHome}/stops'"} ]   }`
const ownRest = '"model" :  "sonnet"'
/** Written by hand, in a way that no program would. */
const ownSettings = (home: TestHome): string => `{\n\t"hooks" : {  "Stop":[\n ${ownHook(home)}\n] },\n   ${ownRest}}`

async function writeOwnHooks(home: TestHome): Promise<void> {
  await mkdir(join(home.userHome, '.claude'))
  await writeFile(settingsPath(home), ownSettings(home))
}

type Ended = { readonly session: Session; readonly states: readonly string[]; readonly events: readonly SessionEvent[] }

/** Launches a print run and follows it on the board until its terminal is gone. */
async function runToItsEnd({ service, project }: Place, { prompt }: { readonly prompt: string }): Promise<Ended> {
  using viewer = await openViewer(service.port)
  const launched = await launch(service, { agent_type: 'code-agent', prompt, working_dir: project })
  assert.equal(launched.status, 201, launched.text.slice(0, 500))
  const { id } = sessionOf(launched)
  await until('the end of its terminal', () => viewer.sessions.get(id)?.tmux_alive === false, turnLimitMs)
  const session = sessionOf(await service.call(`GET /api/hooks/sessions/${id}`))
  return { session, states: statesSeen(viewer, id), events: await eventsOf(service, id) }
}

async function eventsOf(service: Service, id: string): Promise<readonly SessionEvent[]> {
  const { json } = await service.call(`GET /api/hooks/sessions/${id}/events?limit=200`)
  return json.events as readonly SessionEvent[]
}

/** Types a line as a person would: the text, and Enter once it stands there. */
async function typeInto({ home }: Place, name: string, text: string): Promise<void> {
  await home.tmux('send-keys', '-t', `=${name}:`, '-l', '--', text)
  await until(`“${text}” on its screen`, async () =>
    (await home.tmux('capture-pane', '-p', '-t', `=${name}:`)).includes(text),
  )
  await home.tmux('send-keys', '-t', `=${name}:`, 'Enter')
}
