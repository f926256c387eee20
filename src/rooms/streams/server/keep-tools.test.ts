import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import { onSqlite } from '#platform/server/db/script.ts'
import { runScript } from '#platform/server/db/sqlite-script.ts'
import { toolFacts } from '#platform/server/db/migrations/0027-tool-facts.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { AgentReport, Session } from '#rooms/sessions/contract.ts'
import type { SessionFact, ToolUse } from '../contract.ts'
import { keepTools } from './keep-tools.ts'
import type { ReportTo } from './ports.ts'

const start = '2026-11-23T08:00:00.000Z'
const tool: ToolUse = { name: 'Bash', ok: true, command: 'ls', isCut: false, file: null, directory: '/p' }
const report: AgentReport = {
  sessionId: 's',
  tmuxSession: null,
  events: ['agent.tool_use'],
  source: 'hook',
  metadata: null,
  agentType: 'code-agent',
  runId: null,
  exitCode: null,
}

/** What the sessions room does with what is to be committed along. */
type Applied = (along: (session: Session) => Alongside | null, db: DatabaseSync) => void

function openWorld(apply: Applied) {
  const db = new DatabaseSync(':memory:')
  db.exec(toolFacts.sql)
  const told: SessionFact[] = []
  const sessions: ReportTo = async (_report, along = () => null) => {
    apply(along, db)
    return ok({ ok: true, changed: false, session: null })
  }
  const parts = { clock: new ManualTime(start), tell: (fact: SessionFact) => void told.push(fact) }
  const kept = () =>
    db
      .prepare('SELECT session_id, at FROM tool_facts ORDER BY fact')
      .all()
      .map((row) => ({ ...row }))
  return { report: keepTools(parts, sessions), told, kept }
}

const session: Session = { ...sampleSession(), id: 's' }
const commit: Applied = (along, db) => {
  const also = along(session)
  if (also !== null) runScript(db, also.script())
  also?.committed?.()
}

test('what a tool did is written with its event, told after the commit, and has the time of its hook', async () => {
  const world = openWorld(commit)
  await world.report({ ...report, tool })
  await world.report({ ...report, tool, firedAt: '2026-11-23T07:00:00.000Z' })
  assert.deepEqual(world.kept(), [
    { session_id: 's', at: start },
    { session_id: 's', at: '2026-11-23T07:00:00.000Z' },
  ])
  assert.deepEqual(
    world.told.map((fact) => fact.source === 'hook' && [fact.fact, fact.at, fact.command]),
    [
      [1, start, 'ls'],
      [2, '2026-11-23T07:00:00.000Z', 'ls'],
    ],
  )
})

test('of an event without a tool, and of another client, nothing is kept', async () => {
  const world = openWorld(commit)
  await world.report(report)
  assert.deepEqual([world.kept(), world.told], [[], []])
  const ofAnother = openWorld(() => undefined)
  await ofAnother.report({ ...report, tool })
  assert.deepEqual([ofAnother.kept(), ofAnother.told], [[], []])
})

test('a commit that failed tells of no tool, and what another room commits along goes with it', async () => {
  const written: string[] = []
  const failed = openWorld((along, db) => {
    const also = along(session)
    if (also !== null) runScript(db, also.script())
  })
  await failed.report({ ...report, tool }, () => ({ script: () => onSqlite(() => void written.push('approval')) }))
  assert.deepEqual([written, failed.told], [['approval'], []])
})
