// The real Claude Code, launched through the API into real tmux: what the board shows is what it does.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { readSessionAnswerSchema, type Session, type SessionEvent } from '#rooms/sessions/contract.ts'
import {
  claudeTest as testWithClaude,
  openClaudePlace,
  turnLimitMs,
  typeInto,
  type ClaudePlace,
  type OpenedClaude,
} from '../support/claude-place.ts'
import { answerAfterTool, plainAnswer } from '../support/fake-anthropic.ts'
import type { TestHome } from '../support/home.ts'
import { launch, sessionOf } from '../support/http.ts'
import { orrery, type Service } from '../support/service.ts'
import { cardsSeen, statesSeen } from '../support/states.ts'
import { until } from '../support/until.ts'
import { openViewer } from '../support/viewer.ts'

let place: OpenedClaude | null = null

before(async () => {
  place = await openClaudePlace(writeOwnHooks)
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

const claudeTest = (name: string, run: (place: ClaudePlace) => Promise<void>) => testWithClaude(() => place, name, run)

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

  const drawn = viewer.frames.flatMap(({ changes = [] }) =>
    changes.filter((each) => each.kind === 'last_line' && each.id === id),
  )
  assert.deepEqual(drawn, [], 'nothing of its screen is taken for a line of output')
  const { json } = await service.call(`GET /api/hooks/sessions/${id}`)
  assert.deepEqual(lastLineOf(json), { text: answerAfterTool, from: 'agent' })

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

function lastLineOf(json: Record<string, unknown>): object {
  const { session } = readSessionAnswerSchema.parse(json)
  return { text: session.last_line?.text, from: session.last_line?.from }
}

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
async function runToItsEnd({ service, project }: ClaudePlace, { prompt }: { readonly prompt: string }): Promise<Ended> {
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
