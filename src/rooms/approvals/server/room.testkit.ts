// For tests: the room over a real database in a temporary home, with sessions that a test moves by hand.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '#base/result.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { createKinds } from '#platform/server/live/kinds.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import type { AgentReport, SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { Approval, ApprovalCard, DecisionRequest, DeviceApproval } from '../contract.ts'
import { openApprovalsRoom } from './index.ts'
import type { ApprovalsPorts, HeldDevices } from './ports.ts'

type TestedSessions = ApprovalsPorts['sessions']

export type ApprovalsTestRoom = Awaited<ReturnType<typeof openRoom>>

const client = { session: 'conversation', pid: 7, screen: 'code-agent' }

/** A report of the session's client, as its hooks send it. */
export function reportOf(fields: Partial<AgentReport> = {}): AgentReport {
  return {
    sessionId: 's1',
    tmuxSession: 'agent-1',
    events: ['hook.to_review'],
    source: 'hook',
    metadata: null,
    agentType: 'code-agent',
    runId: null,
    exitCode: null,
    client,
    ...fields,
  }
}

type Given = {
  /** These two: of a room to open again. */
  readonly home?: string
  readonly time?: ManualTime
  readonly enabled?: boolean
  /** Where the session stands at the start. */
  readonly state?: SessionState
  /** Whose sessions are all of them; default: our own. */
  readonly node?: string
  /** Who holds devices; default: this service has the database for itself. */
  readonly nodes?: HeldDevices
}

export async function openRoom(given: Given = {}) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'orrery-approvals-')))
  const time = given.time ?? new ManualTime('2026-11-20T10:00:00.000Z')
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const told: LiveChange<ApprovalCard>[] = []
  const kinds = createKinds({
    path: '/ws/state',
    publish(changes) {
      for (const change of changes)
        if ('op' in change && change.kind === 'approval') told.push(change as LiveChange<ApprovalCard>)
    },
  })
  const cards = new Map<string, SessionCard>([['s1', sampleSession({ id: 's1', state: given.state ?? 'running' })]])
  const sessions = kinds.offer(liveSessions, { all: () => cards.values() })
  const went: object[] = []
  let isClosed = false
  const disk = { isFull: false }

  function moveSession(id: string, state: SessionState | null): void {
    const card = cards.get(id)
    if (card === undefined) return
    if (state === null) cards.delete(id)
    else cards.set(id, { ...card, state })
    const value = cards.get(id) ?? null
    sessions.publish([value === null ? { op: 'remove', id, value } : { op: 'upsert', id, value }])
  }

  const report: TestedSessions['report'] = async (told, along) => {
    const session = cards.get(told.sessionId ?? '')
    if (session === undefined) return ok({ ok: true, changed: false, session: null })
    const alongside = along?.(session) ?? null
    // As a commit does: its outcome is known in a later turn.
    await Promise.resolve()
    if (disk.isFull) throw new StorageError('The disk is full.')
    if (alongside !== null)
      await database.commits.write({ script: alongside.script, committed: alongside.committed ?? (() => {}) })
    moveSession(session.id, told.events.includes('hook.to_review') ? 'awaiting_review' : 'running')
    return ok({ ok: true, changed: true, session: cards.get(session.id) ?? null })
  }
  const goOn: TestedSessions['goOn'] = async (id, { alongside, ...said }) => {
    if (cards.get(id)?.state !== 'awaiting_review') return false
    if (disk.isFull) throw new StorageError('The disk is full.')
    await database.commits.write({ script: alongside.script, committed: alongside.committed ?? (() => {}) })
    went.push({ ...said.who, metadata: said.metadata })
    moveSession(id, 'running')
    return true
  }
  const config = {
    approvals: { enabled: given.enabled ?? true, waitS: 1800, fromNotification: ['Read', 'Glob', 'Grep', 'WebSearch'] },
    retention: {
      sessionEventsDays: 30,
      sessionsDays: 30,
      deletedTasksDays: 30,
      flowRunDays: 30,
      triageDays: 30,
      auditDays: 30,
      deliveriesDays: 30,
    },
  }
  const room = await openApprovalsRoom(
    {
      database,
      live: { ...kinds, viewers: () => 0, watchers: () => 0 },
      clock: time,
      timers: time,
      log: silentLog,
      config,
    },
    {
      sessions: {
        nodeOf: async () => given.node ?? null,
        report,
        goOn,
        fabric: { find: (id) => cards.get(id) ?? null, nodes: given.nodes ?? null },
      },
      auth: { nameOf: (principal) => (principal === null ? 'nobody' : principal.kind) },
      hooks: { parseReport: (body) => ok(reportOf(body as Partial<AgentReport>)) },
    },
  )
  const device = { isOnline: true, answers: [] as { readonly approval_id: string; readonly decision: object | null }[] }
  room.onDevices.carryBy({
    isOnline: () => device.isOnline,
    answer: (_id, answer) => void device.answers.push(answer),
  })
  const server = await startTestServer({ mount: (http) => mountRoom(http, room) })
  await room.start?.()
  const call = async (
    method: string,
    path: string,
    sent: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const response = await server.send(method, path, sent)
    const text = await response.text()
    return { status: response.status, text, json: text === '' ? null : (JSON.parse(text) as unknown) }
  }
  const read = async (id: string) => (await call('GET', `/api/approvals/${id}`)).json as { readonly approval: Approval }

  return {
    home,
    time,
    /** What viewers heard of approvals. */
    told,
    /** What a viewer who comes now is told: an id and its state each. */
    listed: () => (kinds.lists() as { approvals: ApprovalCard[] }).approvals.map(({ id, state }) => `${id} ${state}`),
    /** Who let sessions go on. */
    went,
    cards,
    disk,
    toolToken: server.auth.toolToken,
    /** Of the worker of a browser that is signed in. */
    async decisionKey() {
      const made = await server.auth.admit('Firefox')
      const [login] = server.auth.logins()
      const key = made.ok ? await server.auth.issueDecisionKey(login?.id ?? '') : made
      if (!key.ok) throw new Error(key.error.reason)
      return key.value
    },
    audit: () => database.read.selectFrom('audit').selectAll().orderBy('id').execute(),
    room,
    call,
    moveSession,
    addSession: (id: string) => void cards.set(id, sampleSession({ id, state: 'running' })),
    hear: (fields: Partial<AgentReport>) => room.report(reportOf(fields)),
    /** The hook asks; answers the id. */
    async ask(request: object = { tool_name: 'Bash', tool_input: { command: 'npm test' } }, event: object = {}) {
      const { json } = await call('POST', '/api/hooks/approvals', { body: { ...event, request } })
      return (json as { readonly id: string | null }).id
    },
    /** As with the lease of that device. */
    takeDevice: (id: string) => database.commits.write(room.onDevices.reload(id)),
    /** Its device hears what its agents are told. */
    device,
    /** A device says something of an approval of its own; false where that could not be kept. */
    async hearDevice(told: DeviceApproval): Promise<boolean> {
      const session = sampleSession({ id: 's1', state: 'running' })
      const heard = room.onDevices.hear({ deviceId: 'd1', runId: 'r1', session }, told)
      if (heard === null) return true
      if (disk.isFull) {
        heard.undo()
        return false
      }
      await database.commits.write({ script: heard.script, committed: heard.committed ?? (() => {}) })
      if (told.kind === 'ask') moveSession('s1', 'awaiting_review')
      return true
    },
    read: async (id: string) => (await read(id)).approval,
    /** A person decides what they saw. */
    async decide(id: string, request: Partial<DecisionRequest> = {}, headers: Readonly<Record<string, string>> = {}) {
      const { input_hash: hash } = (await read(id)).approval
      return await call('POST', `/api/approvals/${id}`, {
        body: { decision: 'approve', input_hash: hash, ...request },
        headers,
      })
    },
    /** The hook waits. */
    poll: (id: string) => call('GET', `/api/hooks/approvals/${id}`),
    /** The same, once its request has arrived; the answer's promise stands in an object, so that it is not waited for. */
    async startPoll(id: string) {
      const timers = time.pending()
      const answer = call('GET', `/api/hooks/approvals/${id}`)
      while (time.pending() === timers) await new Promise((done) => setImmediate(done))
      return { answer }
    },
    /** Ends the service and keeps its home; nothing where it ended already. */
    async close() {
      if (isClosed) return
      isClosed = true
      await server.stop()
      await room[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await this.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
