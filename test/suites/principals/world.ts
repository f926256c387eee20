// The world that chains of requests act upon: a real service, real terminals with traps, and files that tell what ran.
import { createECDH, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeHome } from '../../support/home.ts'
import { call, launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import type { Chain, Deed, Principal, Target } from './chains.ts'
import type { Done, Effects } from './rights.ts'
import { openRequester, type Seen, type Sent, type Stranger } from './stranger.ts'

export type Mode = 'default' | 'requireTokenLocally' | 'exposed'

const settings: Readonly<Record<Mode, object>> = {
  default: {},
  requireTokenLocally: { requireTokenLocally: true },
  exposed: { allowedHosts: ['board.example'] },
}

export interface World extends AsyncDisposable {
  readonly service: Service
  /** Makes the targets, lets the chain happen, and tells what it did, once all of that is seen that it has to do. */
  play(
    chain: Chain,
    hasDone?: (effects: Effects) => boolean,
  ): Promise<{ readonly done: readonly Done[]; readonly effects: Effects }>
}

/** Sends what a step hands to `ctx.api`, so that its token comes to light. */
export const tellsItsToken = (file: string): string => `import { writeFile } from 'node:fs/promises'
export default { id: 'tells', steps: [{ id: 'a', run: async ({ api }) => {
  const real = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    await writeFile(${JSON.stringify(file)}, init.headers.authorization.slice('Bearer '.length))
    return real(url, init)
  }
  await api.get('/api/plugins/none').catch(() => {})
} }] }
`

const lookAgainMs = 500
const mostLooks = 60

export async function openWorld(mode: Mode, hasStranger: boolean): Promise<World> {
  const place = await makeHome()
  mkdirSync(join(place.home, 'workflows'), { recursive: true })
  writeFileSync(join(place.home, 'config.json'), JSON.stringify(settings[mode]))
  writeFileSync(join(place.home, 'workflows/tells.ts'), tellsItsToken(join(place.root, 'step-token')))
  const service = await startService(place)
  const ours = openRequester('ourselves')
  const stranger = hasStranger ? openRequester('stranger') : null
  const tokens: Readonly<Record<Principal, string | null>> = {
    stranger: null,
    page: null,
    step: await stepToken(service),
    agent: readFileSync(join(place.home, 'mcp-token'), 'utf8').trim(),
    decider: await decisionKey(service),
    login: await logIn(service),
  }
  let round = 0
  return {
    service,
    async play(chain, hasDone = () => true) {
      round += 1
      const stage = await setStage(service, round)
      const done: Done[] = []
      for (const [index, step] of chain.entries()) {
        const requester = step.by === 'stranger' ? (stranger ?? ours) : ours
        const asked = await requestOf(stage, step.deed, index)
        const port = step.through === 'hooks' ? service.hookPort : service.port
        const seen = await send(requester, { ...asked, port, token: tokens[step.by] })
        done.push({ ...step, status: step.deed.kind === 'tool' ? statusOfTool(seen) : seen.status })
      }
      let effects = await look(stage)
      // Ctrl+C comes to a program after its request was answered.
      for (let nth = 1; nth < mostLooks && !hasDone(effects); nth += 1) {
        await pause(lookAgainMs)
        effects = await look(stage)
      }
      await clear(stage)
      return { done, effects }
    },
    async [Symbol.asyncDispose]() {
      await ours[Symbol.asyncDispose]()
      await stranger?.[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

export async function logIn(service: Service): Promise<string> {
  const { json } = await service.call('POST /api/system/login-links', { token: service.token })
  const login = await service.call('POST /api/auth/login', { json: { code: json.code } })
  return String(login.json.token)
}

/** Of a browser that takes pushes; nothing is ever pushed to it. */
async function decisionKey(service: Service): Promise<string> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  const json = { endpoint: 'https://push.example/nobody', keys }
  const answer = await service.call('POST /api/notifications/subscriptions', { token: await logIn(service), json })
  if (typeof answer.json.decision_key !== 'string') throw new Error(`no decision key: ${answer.text}`)
  return answer.json.decision_key
}

export async function stepToken(service: Service): Promise<string> {
  const { token, place } = service
  await until('the strand is known', async () => {
    return (await service.call('POST /api/flow/strands/tells/run', { token, json: {} })).status === 202
  })
  return until('a step told its token', () => readFileSync(join(place.root, 'step-token'), 'utf8') || null)
}

type Stage = { readonly service: Service; readonly round: number; readonly ids: ReadonlyMap<Target, string> }

const nameOf = ({ round }: Pick<Stage, 'round'>, target: Target): string => `${target}-${round}`
const taskOf = ({ round }: Pick<Stage, 'round'>): string => `task-${round}`

/** Runs what is typed, and tells of Ctrl+C by a file. */
const trap = (name: string): string =>
  `trap 'touch "$HOME/int-${name}"' INT; touch "$HOME/ready-${name}"; while :; do read line && eval "$line"; done`

async function setStage(service: Service, round: number): Promise<Stage> {
  const stage = { service, round }
  const { place, token } = service
  const names = { trap: nameOf(stage, 'trap'), work: nameOf(stage, 'work'), over: nameOf(stage, 'over') }
  const task = await service.call('POST /api/tasks', { json: { id: taskOf(stage), title: 'What all wait for' }, token })
  const start = (request: object) => launch(service, { agent_type: 'shell', ...request })
  const answers = [
    task,
    await start({ session_name: names.trap, prompt: trap(names.trap) }),
    await start({ session_name: names.over, prompt: `echo x >> "$HOME/runs-${names.over}"` }),
    await start({
      session_name: nameOf(stage, 'put-off'),
      prompt: `echo x >> "$HOME/runs-${nameOf(stage, 'put-off')}"`,
      depends_on: [taskOf(stage)],
    }),
  ]
  for (const { status, text } of answers) if (status !== 201) throw new Error(`the stage is not set: ${status} ${text}`)
  await place.tmux('new-session', '-d', '-s', names.work, trap(names.work))
  await until('the stage is set', async () => {
    const files = readdirSync(place.userHome)
    const over = (await listSessions(service)).find(({ tmux_session }) => tmux_session === names.over)
    const isOver = over?.state === 'completed' && over.tmux_alive === false
    return isOver && [names.trap, names.work].every((name) => files.includes(`ready-${name}`))
  })
  const kept = ['trap', 'over', 'put-off'] as const
  const ids = new Map(kept.map((target, nth): [Target, string] => [target, sessionOf(answers[nth + 1] ?? task).id]))
  return { ...stage, ids }
}

/** A tool answers 200 with a refusal in it. */
function statusOfTool({ status, text }: Seen): number {
  return status === 200 && /"isError":true|"error":/.test(text) ? 403 : status
}

type Asked = Omit<Sent, 'port' | 'token'> & { readonly line?: string }

async function requestOf(stage: Stage, deed: Deed, index: number): Promise<Asked> {
  const name = 'target' in deed ? nameOf(stage, deed.target) : ''
  const found = (await listSessions(stage.service)).find(({ tmux_session }) => tmux_session === name)
  // One that left the board is known by the id that it had.
  const id = found?.id ?? ('target' in deed ? stage.ids.get(deed.target) : undefined) ?? 'nobody'
  const command = `touch "$HOME/ran-${stage.round}-${index}"`
  const path = `/api/hooks/sessions/${id}`
  switch (deed.kind) {
    case 'register': {
      const depends_on = deed.waits ? [taskOf(stage)] : []
      // What waits for the task is not linked to it, or it would wait for itself.
      const task_id = deed.linked && !deed.waits ? taskOf(stage) : null
      const json = { tmux_session: name, agent_type: 'shell', prompt: command, depends_on, task_id }
      return { method: 'POST', path: '/api/hooks/sessions', json }
    }
    case 'patch': {
      const { body } = deed
      const json = 'link' in body ? { depends_on: body.link === 'waits' ? [taskOf(stage)] : [] } : body
      return { method: 'PATCH', path, json }
    }
    case 'remove':
      return { method: 'DELETE', path: `${path}${deed.query}`, json: null }
    case 'ingest':
      return { method: 'POST', path: '/api/hooks/ingest', json: { tmux_session: name, event: deed.event } }
    case 'finish_task':
      return { method: 'PATCH', path: `/api/tasks/${taskOf(stage)}`, json: { status: 'done' } }
    case 'launch':
      return { method: 'POST', path: '/api/agents/launch', json: { agent_type: 'shell', prompt: command } }
    case 'stop':
      return { method: 'POST', path: '/api/agents/stop', json: { session_id: id } }
    case 'hooks':
      return { method: 'POST', path: `/api/hooks/${deed.act}`, json: null }
    case 'settings': {
      const { json } = await stage.service.call('GET /api/system/settings', { token: stage.service.token })
      const change = { revision: json.revision, set: { 'triage.maxTasks': 40 + index } }
      return { method: 'PATCH', path: '/api/system/settings', json: change }
    }
    case 'test': {
      const json = deed.what === 'agent' ? { what: 'agent', agent_type: 'shell' } : { what: deed.what }
      return { method: 'POST', path: '/api/system/settings/test', json }
    }
    case 'tool': {
      const args = {
        launch_agent: { agent_type: 'shell', prompt: command },
        send_input: { session_id: id, text: command },
      }
      const params = { name: deed.tool, arguments: deed.tool === 'stop_agent' ? { session_id: id } : args[deed.tool] }
      return { method: 'POST', path: '/mcp', json: { jsonrpc: '2.0', id: index, method: 'tools/call', params } }
    }
    case 'answer':
      return { method: 'POST', path: `/api/agents/${id}/input`, json: { text: command, submit: true } }
    case 'type':
      return { method: 'GET', path: `/ws/terminal/${id}?mode=write`, json: null, line: command }
  }
}

function send(requester: Stranger, { line, ...request }: Asked & Pick<Sent, 'port' | 'token'>): Promise<Seen> {
  return line === undefined ? requester.ask(request) : requester.type({ ...request, line })
}

/** A launch of our own comes after all that the chain may have started, so that what it tells is there by then. */
async function look(stage: Stage): Promise<Effects> {
  const { service, round } = stage
  const { place } = service
  const last = `last-${round}`
  await launch(service, { agent_type: 'shell', prompt: `touch "$HOME/${last}"` })
  const files = await until('the last launch ran', () => {
    const found = readdirSync(place.userHome)
    return found.includes(last) && found
  })
  const terminals = await place.terminals()
  const targets = (all: readonly Target[], is: (name: string) => boolean) => all.filter((one) => is(nameOf(stage, one)))
  const lines = (name: string): number =>
    files.includes(`runs-${name}`)
      ? readFileSync(join(place.userHome, `runs-${name}`), 'utf8').split('\n').length - 1
      : 0
  const strange = files.filter((file) => !/^(int|ready|runs|ran|last)-/.test(file) && !file.startsWith('.'))
  if (strange.length > 0) throw new Error(`nobody should have made ${strange.join(', ')}`)
  return {
    ran: files.flatMap((file) => {
      const [, of, index] = /^ran-(\d+)-(\d+)$/.exec(file) ?? []
      return Number(of) === round ? [Number(index)] : []
    }),
    interrupted: targets(['trap', 'work'], (name) => files.includes(`int-${name}`)),
    ended: targets(['trap', 'work'], (name) => !terminals.includes(name)),
    forgotten: await forgottenOf(stage),
    restarted: [...targets(['over'], (name) => lines(name) > 1), ...targets(['put-off'], (name) => lines(name) > 0)],
  }
}

async function forgottenOf({ service, ids }: Stage): Promise<Target[]> {
  const { token } = service
  const onBoard = new Set((await listSessions(service)).map(({ id }) => id))
  const found: Target[] = []
  for (const [target, id] of ids) {
    if (onBoard.has(id)) continue
    const past = await service.call(`GET /api/agents/history/${id}`, { token })
    if (past.status === 404) found.push(target)
  }
  return found
}

async function clear(stage: Stage): Promise<void> {
  const { place, token, port } = stage.service
  for (const { id } of await listSessions(stage.service)) {
    const removed = await call(port, `DELETE /api/hooks/sessions/${id}?kill=true`, { token })
    if (removed.status >= 500) throw new Error(removed.text)
  }
  for (const name of await place.terminals()) await place.tmux('kill-session', '-t', `=${name}`).catch(() => {})
}
