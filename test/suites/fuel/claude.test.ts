// What the real Claude Code used, to the token: streamed answers, a conversation that is taken up again, one that is made from
// it, an agent within an agent, and on a device. The fake model tells 11 and 7 tokens for
// each answer, so that a hand can count.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { usageAnswerSchema } from '#rooms/fuel/contract.ts'
import {
  claudeTest,
  openClaudePlace,
  writeSettings,
  type ClaudePlace,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { until } from '../../support/until.ts'

let place: OpenedClaude | null = null

before(async () => {
  const permissions = { allow: ['Bash', 'Agent', 'Task'] }
  place = await openClaudePlace((home) => writeSettings(home, { permissions }, {}), { DEPLOYMENT: 'cloud-fabric' })
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

const answer = [11, 7] as const
const times = (answers: number): string => answer.map((tokens) => tokens * answers).join('/')

/** Tokens in and out of each session, by its id. */
async function usedBySession({ service }: ClaudePlace): Promise<ReadonlyMap<string, string>> {
  const { json } = await service.call('GET /api/fuel/usage?by=session', { token: service.token })
  return new Map(usageAnswerSchema.parse(json).groups.map(({ id, input, output }) => [id, `${input}/${output}`]))
}

async function run(at: ClaudePlace, body: object): Promise<string> {
  const { id } = sessionOf(await launch(at.service, { working_dir: at.project, ...body }))
  return id
}

const sessionById = async ({ service }: ClaudePlace, id: string) =>
  (await listSessions(service)).find((session) => session.id === id)

async function untilUsed(at: ClaudePlace, id: string, tokens: string): Promise<void> {
  await until(`${tokens} of the session`, async () => (await usedBySession(at)).get(id) === tokens)
}

async function conversationsOf({ home }: ClaudePlace): Promise<string[]> {
  const folder = join(home.userHome, '.claude/projects')
  const projects = await readdir(folder)
  const files = await Promise.all(
    projects.map(async (project) => (await readdir(join(folder, project))).map((name) => join(folder, project, name))),
  )
  return files.flat().filter((path) => path.endsWith('.jsonl'))
}

claudeTest(
  () => place,
  'each answer counts once: streamed, taken up again, forked, and of an agent within an agent',
  async (at) => {
    const { service, model } = at
    const first = await run(at, { agent_type: 'code-agent', prompt: 'TOOL:echo hi' })
    await untilUsed(at, first, times(2))
    const [path = ''] = await conversationsOf(at)
    const conversation = path.split('/').at(-1)?.replace('.jsonl', '') ?? ''
    await until('its program closed it', async () => (await readFile(path, 'utf8')).includes('"cost-state"'))

    const resumed = await run(at, {
      agent_type: 'shell',
      prompt: `claude -p --resume ${conversation} 'and again' </dev/null`,
    })
    await untilUsed(at, resumed, times(1))
    const forked = await run(at, {
      agent_type: 'shell',
      prompt: `claude -p --resume ${conversation} --fork-session 'and aside' </dev/null`,
    })
    await untilUsed(at, forked, times(1))
    const inner = JSON.stringify({ description: 'look', prompt: 'say something', subagent_type: 'general-purpose' })
    // Whether it is told of the inner agent's end before its own answer is a matter of moments: the model counts its answers.
    const before = model.asked.length
    const outer = await run(at, { agent_type: 'code-agent', prompt: `CALL:Agent ${inner}` })
    await until('it is over', async () => (await sessionById(at, outer))?.state === 'completed')
    const ofOuter = model.asked.length - before
    assert.ok(ofOuter >= 3, 'the outer one twice at least, and the inner one')
    await untilUsed(at, outer, times(ofOuter))

    const { json } = await service.call('GET /api/fuel', { token: service.token })
    const { today } = json as { today: { tokens: number; cost_usd: number } }
    const answers = 2 + 1 + 1 + ofOuter
    assert.equal(today.tokens, answers * (11 + 7))
    // As the program itself reckons it: 4 dollars in, 20 out, for a million.
    assert.ok(Math.abs(today.cost_usd - answers * 0.000184) < 1e-9, `${today.cost_usd}`)
    assert.deepEqual(
      await usedBySession(at),
      new Map([
        [first, times(2)],
        [resumed, times(1)],
        [forked, times(1)],
        [outer, times(ofOuter)],
      ]),
    )
  },
)

claudeTest(
  () => place,
  'an agent that a device runs is counted there, and told with its run',
  async (at) => {
    const { service, project } = at
    const { token } = service
    await until('this machine is a device that has it', async () => {
      const { json } = await service.call('GET /api/sessions/devices?harness=code-agent', { token })
      return JSON.stringify(json).includes('"eligible":true')
    })
    const body = { harness: 'code-agent', deviceTarget: 'local', prompt: 'TOOL:echo hi', working_dir: project }
    const { json } = await service.call('POST /api/sessions', { token, json: body })
    const { id } = json.session as { id: string }
    await untilUsed(at, id, times(2))
  },
)
