// A board that is full: epics with tasks in all statuses, and agents on many of them.
import { call, ingest, sessionOf } from '../../test/support/http.ts'
import type { Service } from '../../test/support/service.ts'

const verbs = [
  'Speed up',
  'Split',
  'Document',
  'Retry',
  'Validate',
  'Cache',
  'Translate',
  'Measure',
  'Simplify',
  'Secure',
]
const things = [
  'the invoice export',
  'the login page',
  'webhook deliveries',
  'the search index',
  'currency rounding',
  'the nightly report',
  'image uploads',
  'the address form',
  'background jobs',
  'the audit log',
  'e-mail templates',
]
const areas = [
  'Checkout',
  'Ledger',
  'Field app',
  'Onboarding',
  'Reports',
  'Search',
  'Accounts',
  'Notices',
  'Imports',
  'Devices',
]
const goals = ['quicker and calmer', 'for every language', 'without surprises']
const statuses = [
  'backlog',
  'ready',
  'ready',
  'in_progress',
  'backlog',
  'claimed',
  'done',
  'review',
  'done',
  'backlog',
] as const
const priorities = ['P3', 'P2', 'P3', 'P4', 'P1'] as const
const tools = ['Bash: npm test', 'Edit: src/index.ts', 'Read: README.md', 'Grep: TODO', 'Bash: git diff']

/** Requests under way at once. */
const lanes = 16
const epicCount = 24

/** As many cards as asked: two tasks for each session. */
export async function fillUp(service: Service, count: number): Promise<void> {
  await inLanes(epicCount, (at) => makeEpic(service, at))
  const taskCount = Math.floor((count * 2) / 3)
  await inLanes(taskCount, (at) => makeTask(service, at))
  await inLanes(count - taskCount, (at) => makeSession(service, at))
}

async function inLanes(count: number, run: (at: number) => Promise<unknown>): Promise<void> {
  const lane = async (first: number) => {
    for (let at = first; at < count; at += lanes) await run(at)
  }
  await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)))
}

function makeEpic(service: Service, at: number): Promise<unknown> {
  const title = `${pick(areas, at)}, ${pick(goals, Math.floor(at / areas.length))}`
  const json = {
    id: `E-${at}`,
    title,
    type: 'epic',
    priority: pick(priorities, at),
    project: pick(areas, at).toLowerCase(),
  }
  return service.call('POST /api/tasks', { json })
}

function makeTask(service: Service, at: number): Promise<unknown> {
  const project = pick(areas, at % epicCount).toLowerCase()
  const json = {
    id: `T-${at}`,
    title: titleOf(at),
    type: at % 7 === 0 ? 'story' : 'task',
    priority: pick(priorities, at),
    status: pick(statuses, Math.floor(at / epicCount)),
    // Some belong to no epic.
    ...(at % 40 === 0 ? {} : { parent: `E-${at % epicCount}` }),
    project,
  }
  return service.call('POST /api/tasks', { json })
}

async function makeSession(service: Service, at: number): Promise<void> {
  const isShell = at % 5 === 0
  const body = {
    agent_type: isShell ? 'shell' : 'code-agent',
    tmux_session: `agent-${isShell ? 'shell' : 'claude'}-${at.toString(36).padStart(4, 'k')}`,
    label: titleOf(at * 3 + 1),
    prompt: isShell ? 'npm run bench' : `${titleOf(at * 3 + 1)}. Keep the tests green and say what you changed.`,
    ...(eventsOf(at).join() === 'start' ? { task_id: `T-${at * 2}` } : {}),
  }
  const { id } = sessionOf(await call(service.hookPort, 'POST /api/hooks/sessions', { json: body }))
  for (const event of eventsOf(at)) await ingest(service, { session_id: id, event, metadata: pick(tools, at) })
}

/** Few wait for a person, as on a good day. */
function eventsOf(at: number): readonly string[] {
  if (at % 97 === 0) return ['start', 'to_review']
  if (at % 113 === 0) return ['start', 'failed']
  if (at % 4 === 0) return ['start', 'completed']
  return at % 5 === 1 ? [] : ['start']
}

function titleOf(at: number): string {
  return `${pick(verbs, at * 7 + Math.floor(at / epicCount) * 3)} ${pick(things, at)}`
}

function pick<T>(from: readonly T[], at: number): T {
  const found = from[at % from.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
