// The tools in the hands of the real Claude Code over a scripted model, by the entry that `orrery mcp install` writes.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import type { Session } from '#rooms/sessions/contract.ts'
import { claudeVariables } from '../../support/claude.ts'
import {
  claudeTest,
  openClaudePlace,
  turnLimitMs,
  type ClaudePlace,
  type OpenedClaude,
} from '../../support/claude-place.ts'
import { answerAfterTool } from '../../support/fake-anthropic.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const run = promisify(execFile)

let place: OpenedClaude | null = null

/** Print mode asks nobody: what it may use is said before. */
const settings = { permissions: { allow: ['mcp__orrery', 'mcp__over_http', 'Bash'] } }

before(async () => {
  place = await openClaudePlace(async ({ userHome }) => {
    await mkdir(join(userHome, '.claude'))
    await writeFile(join(userHome, '.claude/settings.json'), JSON.stringify(settings))
  })
  if ('problem' in place) return
  const installed = await orrery(place.home, ['mcp', 'install'])
  assert.equal(installed.code, 0, installed.err)
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

/** Runs Claude Code as a session of the board, to its end; answers the session and what it printed. */
async function ask({ service, home, project }: ClaudePlace, name: string, calls: readonly string[]) {
  const body = {
    agent_type: 'code-agent',
    session_name: name,
    label: name,
    working_dir: project,
    prompt: calls.join('\n'),
  }
  const { id } = sessionOf(await launch(service, body))
  const isOver = async () => (await listSessions(service)).find((one) => one.id === id && one.tmux_alive === false)
  // Two starts of the program, one within the other.
  const session = await until(`${name} is over`, isOver, 2 * turnLimitMs)
  const { out } = await orrery(home, ['logs', id])
  return { session, out }
}

const call = (tool: string, input: object) => `CALL:mcp__${tool} ${JSON.stringify(input)}`

type Row = {
  readonly kind: string
  readonly text: string
  readonly actor: { readonly kind: string; readonly name: string }
}

async function rowsOf({ service }: ClaudePlace, name: string): Promise<readonly Row[]> {
  const { json } = await service.call('GET /api/activity?limit=200', { token: service.token })
  return (json.rows as Row[]).filter(({ actor }) => actor.kind === 'agent' && actor.name === name)
}

claudeTest(
  () => place,
  'by stdio it files a task, launches another Claude Code, waits for it and reads what it said',
  async (at) => {
    const { session, out } = await ask(at, 'agent-claude-boss', [
      call('orrery__create_task', { title: 'Filed by Claude Code' }),
      call('orrery__launch_agent', {
        agent_type: 'code-agent',
        prompt: 'TOOL:echo from within',
        task_id: '<task.id>',
        working_dir: at.project,
      }),
      call('orrery__update_task', { task_id: '<task.id>', priority: 'P1' }),
      call('orrery__read_output', { session_id: '<session.id>', wait_seconds: 50 }),
    ])
    assert.equal(session.state, 'completed', out)
    const other = await launchedBy(at)
    assert.match(other.tmux_session, /^agent-mcp-/)
    assert.match(out, new RegExp(answerAfterTool), 'what the other one said came back')
    assert.equal(other.state, 'completed')
    const { task } = (await at.service.call(`GET /api/tasks/${other.task_id}`)).json as { task: Record<string, string> }
    assert.deepEqual([task.title, task.priority, task.status], ['Filed by Claude Code', 'P1', 'done'])
    const kinds = (await rowsOf(at, 'agent-claude-boss')).map(({ kind }) => kind)
    assert.ok(kinds.includes('task.created') && kinds.some((kind) => kind.startsWith('session.')), kinds.join())
  },
)

async function launchedBy({ service }: ClaudePlace): Promise<Session> {
  const found = (await listSessions(service)).find(({ tmux_session: name }) => name.startsWith('agent-mcp-'))
  assert.ok(found)
  return found
}

claudeTest(
  () => place,
  'what it may not do is refused in words that its model reads',
  async (at) => {
    const { out } = await ask(at, 'agent-claude-rogue', [
      call('orrery__launch_agent', { agent_type: 'shell', prompt: 'id' }),
    ])
    assert.match(out, /not_for_agents: Agents may not launch or type into shell sessions/)
    const rows = await rowsOf(at, 'agent-claude-rogue')
    assert.ok(rows.some(({ kind, text }) => kind === 'mcp.refused' && text.startsWith('launch_agent')))
  },
)

claudeTest(
  () => place,
  'over HTTP it has the same tools, by the token in the home',
  async (at) => {
    const { home, service, model, project } = at
    const token = (await readFile(join(home.home, 'mcp-token'), 'utf8')).trim()
    const entry = { type: 'http', url: `${service.url}/mcp`, headers: { Authorization: `Bearer ${token}` } }
    const file = join(home.root, 'mcp.json')
    await writeFile(file, JSON.stringify({ mcpServers: { over_http: entry } }))
    const bin = at.bin
    const args = ['-p', call('over_http__list_tasks', { q: 'Filed' }), '--mcp-config', file]
    const env = home.env(claudeVariables(bin, model.url))
    const child = run(join(bin, 'claude'), args, { cwd: project, env, timeout: 2 * turnLimitMs })
    child.child.stdin?.end()
    assert.match((await child).stdout, /Filed by Claude Code/)
  },
)
