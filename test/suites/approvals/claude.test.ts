// The real Claude Code asks for permission, and a person answers here: at its prompt, in print mode, and where the service ends.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Approval, DecisionRequest } from '#rooms/approvals/contract.ts'
import {
  claudeTest,
  openClaudePlace,
  screenOf,
  turnLimitMs,
  writeSettings,
  type ClaudePlace,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { changeSetting, launch, sessionOf } from '../../support/http.ts'
import { orrery, startService } from '../../support/service.ts'
import { claudeVariables, installClaude } from '../../support/claude.ts'
import { until } from '../../support/until.ts'

let place: OpenedClaude | null = null

before(async () => {
  const agent = {
    interactive_command: ['claude', '--permission-mode', 'default', '{prompt}'],
    command: ['claude', '-p', '--permission-mode', 'default', '{prompt}'],
  }
  place = await openClaudePlace((home) => writeSettings(home, {}, { agents: { 'code-agent': agent } }))
  if (!('problem' in place)) assert.equal((await orrery(place.home, ['hook', 'install'])).code, 0)
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

const real = (name: string, run: (place: ClaudePlace) => Promise<void>) => claudeTest(() => place, name, run)

async function openAgent(at: ClaudePlace, prompt: string, interactive = true) {
  const { service, project } = at
  const body = { agent_type: 'code-agent', interactive, working_dir: project, prompt }
  const { id, tmux_session: name } = sessionOf(await launch(service, body))
  const list = async (state: string) =>
    (await service.call(`GET /api/approvals?session=${id}&state=${state}`, { token: service.token })).json
      .approvals as readonly Approval[]
  return {
    id,
    name,
    key: (pressed: string) => at.home.tmux('send-keys', '-t', `=${name}:`, pressed),
    screen: () => screenOf(at, name),
    list,
    /** The oldest that is open. */
    async asks(): Promise<Approval> {
      await until('it asks', async () => (await list('open')).length > 0, turnLimitMs)
      return (await list('open')).at(-1) ?? assert.fail()
    },
    /** Whether anything of it is in that state by now. */
    is: (state: Approval['state']) => until(`it is ${state}`, async () => (await list(state)).length > 0, turnLimitMs),
    decide: ({ id: approval, input_hash }: Approval, decision: Partial<DecisionRequest>) =>
      service.call(`POST /api/approvals/${approval}`, {
        token: service.token,
        json: { decision: 'approve', input_hash, ...decision },
      }),
    state: async () =>
      ((await service.call(`GET /api/hooks/sessions/${id}`)).json.session as { readonly state: string }).state,
    async [Symbol.asyncDispose]() {
      await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
    },
  }
}

/** The shortest that the settings take. */
const leastWaitS = 10

const agentsWait = ({ service }: ClaudePlace, seconds: number | null) =>
  changeSetting(service, 'approvals.waitS', seconds)

const isAsking = (screen: string) => /Do you want to (?:proceed|create|make)/.test(screen)

real('a command that was approved runs, its dialog is gone, and the approval says that it ran', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch approved-1')
  const asked = await agent.asks()
  assert.deepEqual(
    [asked.tool_name, asked.summary, asked.denied_if_unanswered],
    ['Bash', 'Bash: touch approved-1', false],
  )
  assert.equal(asked.input.command, 'touch approved-1')
  assert.equal(await agent.state(), 'awaiting_review')
  assert.equal((await agent.decide(asked, {})).status, 200)
  await agent.is('applied')
  assert.ok(existsSync(join(at.project, 'approved-1')))
  await until('its dialog is gone', async () => !isAsking(await agent.screen()), turnLimitMs)
})

real('a denied command does not run, and the agent reads why', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch denied-1')
  await agent.decide(await agent.asks(), { decision: 'deny', reason: 'Use the other folder.' })
  await until(
    'the model reads it',
    () => at.model.results.some((text) => text.includes('Use the other folder.')),
    turnLimitMs,
  )
  assert.ok(!existsSync(join(at.project, 'denied-1')))
})

real('an approval with a suggestion frees what it says, for this session', async (at) => {
  await using agent = await openAgent(at, `WRITE:${join(at.project, 'edited-1')}`)
  const asked = await agent.asks()
  const edits =
    asked.suggestions.find(({ label }) => label === 'every edit in this session') ?? assert.fail(JSON.stringify(asked))
  await agent.decide(asked, { suggestion: edits.index })
  await agent.is('applied')
  assert.ok(existsSync(join(at.project, 'edited-1')))
  await until('it accepts edits', async () => /accept edits on/.test(await agent.screen()), turnLimitMs)
})

real('an edit is asked for with its change, and made once it was approved', async (at) => {
  const file = join(at.project, 'edited-2')
  await writeFile(file, 'the old line\n')
  const [read, edit] = [
    { file_path: file },
    { file_path: file, old_string: 'the old line', new_string: 'the new line' },
  ]
  await using agent = await openAgent(at, `CALL:Read ${JSON.stringify(read)}\nCALL:Edit ${JSON.stringify(edit)}`)
  const asked = await agent.asks()
  assert.equal(asked.tool_name, 'Edit')
  assert.deepEqual([asked.input.old_string, asked.input.new_string], [edit.old_string, edit.new_string])
  await agent.decide(asked, {})
  await agent.is('applied')
  assert.equal(await readFile(file, 'utf8'), 'the new line\n')
})

real(
  'what nobody answers in time is over and nothing ran: its dialog stands in the terminal, in print mode it is a no',
  async (at) => {
    await agentsWait(at, leastWaitS)
    await using agent = await openAgent(at, 'TOOL:touch late-1')
    await using print = await openAgent(at, 'TOOL:touch late-2', false)
    const [asked] = await Promise.all([agent.asks(), print.asks()])
    assert.equal(Date.parse(asked.expires_at) - Date.parse(asked.asked_at), leastWaitS * 1000)
    await Promise.all([agent.is('expired'), print.is('expired')])
    await agentsWait(at, null)
    assert.equal((await agent.decide(asked, {})).status, 409)
    assert.ok(isAsking(await agent.screen()))
    assert.ok(!existsSync(join(at.project, 'late-1')))
    await until(
      'it is answered there',
      async () => {
        await agent.key('Enter')
        return existsSync(join(at.project, 'late-1'))
      },
      turnLimitMs,
    )
    assert.equal((await agent.list('expired')).length, 1, 'nobody is said to have approved it')
    await until('in print mode silence is a no', async () => (await print.state()) === 'completed', turnLimitMs)
    assert.ok(!existsSync(join(at.project, 'late-2')))
  },
)

real('what is answered in its own terminal while the page shows it is over here', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch here-1')
  const asked = await agent.asks()
  await until('its dialog stands', async () => isAsking(await agent.screen()), turnLimitMs)
  await until(
    'it is answered there',
    async () => {
      if (existsSync(join(at.project, 'here-1'))) return true
      await agent.key('Enter')
      return false
    },
    turnLimitMs,
  )
  await agent.is('answered_elsewhere')
  assert.equal((await agent.decide(asked, {})).status, 409)
})

real('of two people who answer at once one wins, and the other is told who', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch both-1')
  const asked = await agent.asks()
  const answers = await Promise.all([agent.decide(asked, {}), agent.decide(asked, { decision: 'deny' })])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
  assert.equal(answers.find(({ status }) => status === 409)?.json.decided_by, 'API')
})

real('several commands of one turn are asked for, and each is answered', async (at) => {
  await using agent = await openAgent(at, 'BOTH:touch several-1')
  await agent.decide(await agent.asks(), {})
  await until('the first ran', () => existsSync(join(at.project, 'several-1')), turnLimitMs)
  await agent.decide(await agent.asks(), {})
  await until('the second ran', () => existsSync(join(at.project, 'several-1-2')), turnLimitMs)
})

real('in print mode a yes runs it', async (at) => {
  await using agent = await openAgent(at, 'TOOL:touch print-1', false)
  const asked = await agent.asks()
  assert.equal(asked.denied_if_unanswered, true)
  await agent.decide(asked, {})
  await agent.is('applied')
  assert.ok(existsSync(join(at.project, 'print-1')))
})

real(
  'a service that is killed meanwhile leaves the question in the terminal, and says so after its start',
  async (at) => {
    const agent = await openAgent(at, 'TOOL:touch killed-1')
    const { id } = await agent.asks()
    await until('its dialog stands', async () => isAsking(await agent.screen()), turnLimitMs)
    await at.service.kill()
    assert.ok(isAsking(await agent.screen()))
    const installed = await installClaude()
    assert.ok('bin' in installed)
    await using again = await startService(at.home, { env: claudeVariables(installed.bin, at.model.url) })
    const { approval } = (await again.call(`GET /api/approvals/${id}`, { token: again.token })).json as {
      readonly approval: Approval
    }
    assert.deepEqual([approval.state, existsSync(join(at.project, 'killed-1'))], ['expired', false])
    assert.ok(isAsking(await agent.screen()))
    await until(
      'it is answered there',
      async () => {
        await agent.key('Enter')
        return existsSync(join(at.project, 'killed-1'))
      },
      turnLimitMs,
    )
  },
)
