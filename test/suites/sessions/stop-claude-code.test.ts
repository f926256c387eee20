// A stop ends the real Claude Code without force wherever it is met: in print mode, at its prompt, in a turn, while it asks.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { SessionEvent } from '#rooms/sessions/contract.ts'
import {
  claudeTest,
  openClaudePlace,
  screenOf,
  turnLimitMs,
  writeSettings,
  type ClaudePlace,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { until } from '../../support/until.ts'

let place: OpenedClaude | null = null

before(async () => {
  // A mode in which a tool asks its person.
  const command = ['claude', '--permission-mode', 'default', '{prompt}']
  const config = { agents: { 'code-agent': { interactive_command: command } } }
  place = await openClaudePlace((home) => writeSettings(home, {}, config))
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

type Agent = {
  readonly at: ClaudePlace
  readonly id: string
  readonly name: string
}

async function shows({ at, name }: Agent, what: string): Promise<void> {
  await until(`${what} on its screen`, async () => (await screenOf(at, name)).includes(what), turnLimitMs)
}

const read = async ({ at, id }: Agent) => (await listSessions(at.service)).find((session) => session.id === id)

const waits = (agent: Agent) =>
  until('it waits', async () => (await read(agent))?.state === 'awaiting_review', turnLimitMs)

type Stage = {
  readonly name: string
  readonly body: object
  /** Resolves once it is where the stop is to meet it. */
  readonly reach: (agent: Agent) => Promise<unknown>
}

const stages: readonly Stage[] = [
  {
    name: 'in print mode',
    body: { prompt: 'SLOW' },
    reach: ({ at }) => until('it asks the model', () => at.model.waiting() > 0, turnLimitMs),
  },
  {
    name: 'at its prompt',
    body: { interactive: true, prompt: 'Say how it goes' },
    reach: waits,
  },
  {
    name: 'with half a text in its prompt',
    body: { interactive: true, prompt: 'Say how it goes' },
    reach: async (agent) => {
      await waits(agent)
      await agent.at.home.tmux('send-keys', '-t', `=${agent.name}:`, '-l', '--', 'half a text')
      await shows(agent, 'half a text')
    },
  },
  {
    name: 'in the middle of a turn',
    body: { interactive: true, prompt: 'SLOW' },
    reach: ({ at }) => until('it asks the model', () => at.model.waiting() > 0, turnLimitMs),
  },
  {
    name: 'while a command of it runs',
    body: { interactive: true, prompt: 'TOOL:true; sleep 4321' },
    reach: (agent) => shows(agent, 'to run in background'),
  },
  {
    name: 'with a permission dialog open',
    body: { interactive: true, prompt: 'TOOL:touch made-by-the-tool' },
    reach: (agent) => shows(agent, 'Do you want to proceed?'),
  },
]

for (const { name, body, reach } of stages) {
  claudeTest(
    () => place,
    `a stop ends it ${name}`,
    async (at) => {
      const { service, model, project } = at
      const launched = await launch(service, { agent_type: 'code-agent', working_dir: project, ...body })
      const { id, tmux_session: tmuxName } = sessionOf(launched)
      const agent = { at, id, name: tmuxName }
      await reach(agent)
      const asked = await service.call('POST /api/agents/stop', { json: { session_id: id }, token: service.token })
      assert.equal(asked.status, 200, asked.text)
      await until('the stop is over', async () => (await read(agent))?.stopping === null, turnLimitMs)
      model.answer()
      const { json } = await service.call(`GET /api/hooks/sessions/${id}/events?limit=100`)
      const said = (json.events as readonly SessionEvent[]).map(({ metadata }) => metadata ?? '')
      assert.deepEqual(
        said.filter((text) => /TERM|goes on/.test(text)),
        [],
        'by keys alone, within its time',
      )
      const over = await read(agent)
      assert.deepEqual([over?.state, over?.end_reason], ['failed', 'cancelled'])
      await until('its terminal is gone', async () => !(await at.home.terminals()).includes(tmuxName))
    },
  )
}
