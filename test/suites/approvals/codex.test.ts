// The real Codex asks for permission, and a person answers here, before its own prompt comes: within 20 seconds or not at all.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Approval, ApprovalState, DecisionRequest } from '#rooms/approvals/contract.ts'
import { startFakeResponsesModel, type FakeResponsesModel } from '../../support/fake-responses.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { changeSetting, launch, sessionOf } from '../../support/http.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** A start of a large program and a turn, on a busy machine. */
const turnLimitMs = 60_000

type CodexPlace = {
  readonly home: TestHome
  readonly service: Service
  readonly model: FakeResponsesModel
  readonly project: string
}

let place: CodexPlace | { readonly problem: string } = { problem: 'it was not tried' }

before(async () => {
  place = await openPlace()
})

after(async () => {
  if ('problem' in place) return
  await place.service[Symbol.asyncDispose]()
  await place.home[Symbol.asyncDispose]()
  await place.model[Symbol.asyncDispose]()
})

async function openPlace(): Promise<typeof place> {
  const installed = await installNpmClient('codex')
  if ('problem' in installed) return installed
  const home = await makeHome()
  const model = await startFakeResponsesModel()
  const project = join(home.userHome, 'project')
  await Promise.all([
    mkdir(project),
    mkdir(join(home.userHome, '.codex')),
    mkdir(home.home, { mode: 0o700, recursive: true }),
  ])
  const ofCodex = [
    'model = "fake-model"',
    'model_provider = "fake"',
    'approval_policy = "on-request"',
    'sandbox_mode = "read-only"',
    'check_for_update_on_startup = false',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${model.url}"`,
    'wire_api = "responses"',
    `[projects."${project}"]`,
    'trust_level = "trusted"',
  ]
  await writeFile(join(home.userHome, '.codex/config.toml'), `${ofCodex.join('\n')}\n`)
  // Whether a person trusts the hooks is asked by Codex itself, once.
  const command = ['codex', '--dangerously-bypass-hook-trust', '{prompt}']
  const config = { agents: { codex: { command, interactive_command: command } } }
  await writeFile(join(home.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const service = await startService(home, { env: { PATH: [installed.bin, process.env.PATH].join(delimiter) } })
  const hooks = await orrery(home, ['hook', 'install', 'codex'])
  assert.equal(hooks.code, 0, hooks.err)
  return { home, service, model, project }
}

function real(name: string, run: (at: CodexPlace) => Promise<void>): void {
  test(name, async (t) => {
    if ('problem' in place) t.skip(`Codex could not be installed: ${place.problem}`)
    else await run(place)
  })
}

async function openAgent({ home, service, project }: CodexPlace, prompt: string) {
  const body = { agent_type: 'codex', interactive: true, working_dir: project, prompt }
  const launched = await launch(service, body)
  assert.equal(launched.status, 201, launched.text)
  const { id, tmux_session: name } = sessionOf(launched)
  const list = async (state: ApprovalState) =>
    (await service.call(`GET /api/approvals?session=${id}&state=${state}`, { token: service.token })).json
      .approvals as readonly Approval[]
  const screen = () => home.tmux('capture-pane', '-p', '-t', `=${name}:`)
  const is = (state: ApprovalState) =>
    until(`it is ${state}`, async () => (await list(state)).length > 0, turnLimitMs).catch(async (error: unknown) => {
      throw new Error(`not ${state}:\n${await screen()}`, { cause: error })
    })
  return {
    is,
    screen,
    key: (pressed: string) => home.tmux('send-keys', '-t', `=${name}:`, pressed),
    async asks(): Promise<Approval> {
      await is('open')
      return (await list('open'))[0] ?? assert.fail('it is open no more')
    },
    decide: ({ id: approval, input_hash }: Approval, decision: Partial<DecisionRequest>) =>
      service.call(`POST /api/approvals/${approval}`, {
        token: service.token,
        json: { decision: 'approve', input_hash, ...decision },
      }),
    async [Symbol.asyncDispose]() {
      await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
    },
  }
}

const isAsking = (screen: string) => /Would you like to run/i.test(screen)

real('a command that was approved runs without its own prompt, and the approval says that it ran', async (at) => {
  await using agent = await openAgent(at, 'ASK:touch approved-1')
  const asked = await agent.asks()
  assert.deepEqual([asked.tool_name, asked.input.command], ['Bash', 'touch approved-1'])
  const waits = Date.parse(asked.expires_at) - Date.parse(asked.asked_at)
  assert.ok(waits <= 20_000, `${waits} ms`)
  assert.ok(!isAsking(await agent.screen()))
  assert.equal((await agent.decide(asked, {})).status, 200)
  await agent.is('applied')
  assert.ok(existsSync(join(at.project, 'approved-1')))
})

real('a denied command does not run, and the agent reads why', async (at) => {
  await using agent = await openAgent(at, 'ASK:touch denied-1')
  await agent.decide(await agent.asks(), { decision: 'deny', reason: 'Use the other folder.' })
  await until(
    'the model reads it',
    () => at.model.results.some((text) => text.includes('Use the other folder.')),
    turnLimitMs,
  )
  assert.ok(!existsSync(join(at.project, 'denied-1')))
})

real('without an answer its own prompt comes, and what is said there counts', async (at) => {
  // The shortest that the settings take; the tests above have all of Codex's own 20 s.
  await changeSetting(at.service, 'approvals.waitS', 10)
  await using agent = await openAgent(at, 'ASK:touch here-1')
  const asked = await agent.asks()
  await agent.is('expired')
  await until('its prompt stands', async () => isAsking(await agent.screen()), turnLimitMs)
  assert.equal((await agent.decide(asked, {})).status, 409)
  assert.ok(!existsSync(join(at.project, 'here-1')))
  await until(
    'it is answered there',
    async () => {
      if (existsSync(join(at.project, 'here-1'))) return true
      await agent.key('y')
      return false
    },
    turnLimitMs,
  )
})
