// What the card says of the real Claude Code, moment by moment, against what its terminal shows at that moment.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { SessionEvent } from '#rooms/sessions/contract.ts'
import {
  claudeTest,
  openClaudePlace,
  screenOf,
  turnLimitMs,
  typeInto,
  writeSettings,
  type ClaudePlace,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { plainAnswer } from '../../support/fake-anthropic.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { orrery } from '../../support/service.ts'
import { statesSeen } from '../../support/states.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

let place: OpenedClaude | null = null

before(async () => {
  // A mode in which a tool asks its person.
  const command = ['claude', '--permission-mode', 'default', '{prompt}']
  place = await openClaudePlace((home) =>
    writeSettings(home, {}, { agents: { 'code-agent': { interactive_command: command } } }),
  )
  if (!('problem' in place)) assert.equal((await orrery(place.home, ['hook', 'install'])).code, 0)
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

const truth = (name: string, run: (place: ClaudePlace) => Promise<void>) => claudeTest(() => place, name, run)

type Shown = 'working' | 'asking' | 'prompt'

/** As a person reads the screen: a dialog, a line with a turning star, or neither. */
function readScreen(text: string): Shown | null {
  if (/Do you want to proceed\?/.test(text)) return 'asking'
  if (/^[·✢✳*✶✻✽] \S+…/mu.test(text)) return 'working'
  return /^❯/m.test(text) ? 'prompt' : null
}

const stateOf: Readonly<Record<Shown, string>> = {
  working: 'running',
  asking: 'awaiting_review',
  prompt: 'awaiting_review',
}

/** An interactive agent, and what its card and its screen say. */
async function openAgent(at: ClaudePlace, prompt: string | null) {
  const { service, project } = at
  const viewer = await openViewer(service.port)
  const body = { agent_type: 'code-agent', interactive: true, working_dir: project, prompt }
  const { id, tmux_session: name } = sessionOf(await launch(service, body))
  const eventsOf = async () =>
    (await service.call(`GET /api/hooks/sessions/${id}/events?limit=200`)).json.events as readonly SessionEvent[]
  const key = (pressed: string) => at.home.tmux('send-keys', '-t', `=${name}:`, pressed)
  return {
    name,
    eventsOf,
    states: () => statesSeen(viewer, id),
    key,
    /** A dialog that has just appeared takes no key yet. */
    allow: () =>
      until(
        'the dialog is answered',
        async () => {
          if (readScreen(await screenOf(at, name)) !== 'asking') return true
          await key('Enter')
          return false
        },
        turnLimitMs,
      ),
    /** Waits until the screen shows it and the card says the same. */
    async shows(expected: Shown) {
      const seen = { screen: '', shown: null as Shown | null, state: '' }
      await until(
        `the screen shows ${expected}, and the card says ${stateOf[expected]}`,
        async () => {
          seen.screen = await screenOf(at, name)
          seen.shown = readScreen(seen.screen)
          seen.state = viewer.sessions.get(id)?.state ?? ''
          return seen.shown === expected && seen.state === stateOf[expected]
        },
        turnLimitMs,
      ).catch((error: unknown) => {
        throw new Error(`card ${seen.state}, screen ${String(seen.shown)}:\n${seen.screen}`, { cause: error })
      })
    },
    cause: () => viewer.sessions.get(id)?.cause?.metadata ?? null,
    async [Symbol.asyncDispose]() {
      await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
      viewer[Symbol.dispose]()
    },
  }
}

let gates = 0

/** A command that asks its person, since it writes, and goes on until the test opens its gate. */
function gateIn({ project }: ClaudePlace) {
  gates += 1
  const path = join(project, `gate-${gates}`)
  return { wait: `touch begun; until [ -e '${path}' ]; do sleep 0.1; done`, open: () => writeFile(path, '') }
}

truth('at a fresh prompt the card waits, and through a turn of text it works', async (at) => {
  await using agent = await openAgent(at, null)
  await agent.shows('prompt')
  assert.equal(agent.cause(), 'its prompt is quiet')
  await typeInto(at, agent.name, 'SLOW question')
  await agent.shows('working')
  await until('the model is asked', () => at.model.waiting() > 0, turnLimitMs)
  at.model.answer()
  await agent.shows('prompt')
  assert.deepEqual(agent.states(), ['running', 'awaiting_review', 'running', 'awaiting_review'])
})

truth('a tool that was asked for waits, works once it is allowed, however long it takes, and ends', async (at) => {
  const gate = gateIn(at)
  await using agent = await openAgent(at, `TOOL:${gate.wait}`)
  await agent.shows('asking')
  await agent.allow()
  await agent.shows('working')
  assert.equal(agent.cause(), 'its screen moves')
  await gate.open()
  await agent.shows('prompt')
  assert.deepEqual(agent.states(), ['running', 'awaiting_review', 'running', 'awaiting_review'])
})

truth('a tool that was denied leaves the card waiting', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch denied')
  await agent.shows('asking')
  await agent.key('Escape')
  await agent.shows('prompt')
  assert.deepEqual(agent.states(), ['running', 'awaiting_review'])
})

for (const key of ['Escape', 'C-c']) {
  truth(`${key} in mid-turn leaves the card waiting, and the next prompt working`, async (at) => {
    await using agent = await openAgent(at, 'SLOW question')
    await agent.shows('working')
    await until('the model is asked', () => at.model.waiting() > 0, turnLimitMs)
    await agent.key(key)
    await agent.shows('prompt')
    assert.equal(agent.cause(), 'its prompt is quiet')
    at.model.answer()
    // What was asked stands in the prompt again.
    await agent.key('Enter')
    await agent.shows('working')
    await until('the model is asked again', () => at.model.waiting() > 0, turnLimitMs)
    at.model.answer()
    await agent.shows('prompt')
  })
}

truth('a client that the agent calls meanwhile stands in the history and moves nothing', async (at) => {
  const gate = gateIn(at)
  await using agent = await openAgent(at, `TOOL:claude -p within; claude -p within; ${gate.wait}`)
  await agent.shows('asking')
  await agent.allow()
  const ofOther = async () => (await agent.eventsOf()).filter(({ source }) => source === 'other_client')
  const isAnswer = ({ metadata }: SessionEvent): boolean => metadata === plainAnswer
  await until('both answered', async () => (await ofOther()).filter(isAnswer).length === 2, turnLimitMs)
  assert.ok((await ofOther()).every(({ accepted }) => !accepted))
  await agent.shows('working')
  await gate.open()
  await agent.shows('prompt')
  assert.deepEqual(agent.states(), ['running', 'awaiting_review', 'running', 'awaiting_review'])
})

truth('work in the background leaves the card as the screen is', async (at) => {
  const gate = gateIn(at)
  await using agent = await openAgent(at, `BACKGROUND:${gate.wait}`)
  await agent.shows('asking')
  await agent.allow()
  await agent.shows('prompt')
  await gate.open()
  await until('it is told of the end', () => at.model.asked.some((text) => /completed/.test(text)), turnLimitMs)
  await agent.shows('prompt')
  assert.ok(!agent.states().includes('completed'))
})

truth('a script that calls a client in a loop runs until it ends itself', async (at) => {
  const { service, project } = at
  using viewer = await openViewer(service.port)
  const gate = gateIn(at)
  const prompt = `for turn in 1 2 3; do claude -p "turn $turn"; done; ${gate.wait}`
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, working_dir: project }))
  const asks = () => viewer.sessions.get(id)?.state === 'awaiting_review'
  await until('its last turn ended, and it goes on', asks, turnLimitMs)
  assert.equal(viewer.sessions.get(id)?.cause?.metadata, 'its turn ended, the program goes on')
  assert.ok(['turn 1', 'turn 2', 'turn 3'].every((turn) => at.model.asked.some((text) => text.includes(turn))))
  await gate.open()
  await until('it ends', () => viewer.sessions.get(id)?.state === 'completed', turnLimitMs)
  const states = statesSeen(viewer, id)
  assert.equal(states.indexOf('completed'), states.length - 1)
})
