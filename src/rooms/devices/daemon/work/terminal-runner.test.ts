// Whom a look at tmux may judge: no list of terminals says anything of one that is yet to be opened.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok } from '#base/result.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { Tmux, TmuxSession } from '#platform/server/tmux/tmux.ts'
import { ManualTime } from '../../../../testing/manual-time.testkit.ts'
import type { SessionStart } from '../../contract/from-hub.ts'
import { openRunBook, type RunBook } from '../spool/run-book.ts'
import { newRun } from '../spool/spool-tables.ts'
import { openWork, type KeeperParts } from './keeper.ts'
import type { HarnessRunner } from './runner.ts'
import { createTerminalRunner, type TerminalRunner } from './terminal-runner.ts'
import type { AgentTerminals } from './terminals.ts'

const asked = {
  harness: 'code-agent',
  prompt: '',
  model: null,
  working_dir: null,
  options: {},
  credentials: {},
} as const
const keyOf = (name: string) => ({ session_id: `s-${name}`, run_id: name })
const terminalOf = (name: string, id: string): TmuxSession => ({
  id,
  name: `agent-claude-${name}`,
  createdMs: 1000,
  tag: null,
})

const startOf = (name: string): SessionStart => ({
  v: 1,
  id: name,
  ts: '2026-11-20T10:00:00.000Z',
  type: 'session.start',
  ...keyOf(name),
  ...asked,
})

/** tmux as a test tells it: each list is asked for, and answered when the test says with what. */
class Rig {
  readonly time = new ManualTime('2026-11-20T10:00:00.000Z')
  readonly lists: ((sessions: readonly TmuxSession[]) => void)[] = []
  readonly barred: string[] = []
  /** What launches wait for, by their run. */
  readonly launches = new Map<string, (session: TmuxSession) => void>()
  readonly book: RunBook
  readonly runner: TerminalRunner
  tmuxChanged = (): void => {}

  constructor(book: RunBook) {
    this.book = book
    const tmux = {
      list: () => new Promise((resolve) => this.lists.push((sessions) => resolve({ kind: 'sessions', sessions }))),
      watch: (onChange: () => void) => {
        this.tmuxChanged = onChange
        return { [Symbol.asyncDispose]: async () => {} }
      },
      activity: async () => null,
    } as unknown as Tmux
    const terminals: AgentTerminals = {
      launch: ({ runId }) => new Promise((resolve) => this.launches.set(runId, (session) => resolve(ok(session)))),
      bar: async (id) => void this.barred.push(id),
      readOutput: async () => null,
      forget: async () => {},
      drainHooks: async () => true,
    }
    this.runner = createTerminalRunner({
      book,
      tmux,
      terminals,
      screens: {
        heard: () => {},
        look: async () => null,
        keepOnly: () => {},
        seen: () => ({ report: null, isUndecided: false }),
        paceMs: () => null,
      },
      usage: { heard: () => {}, look: async () => {} },
      files: { happened: () => {}, ended: async () => {} },
      processTree: { list: async () => ok([]), signal: () => {} } as never,
      clock: this.time,
      timers: this.time,
      log: silentLog,
    })
  }

  /** As the keeper leaves one whose start is on its way. */
  async launching(name: string): Promise<void> {
    await this.book.add(newRun({ ...keyOf(name), start: asked, beganMs: 0 }), { type: 'session.accepted' })
    await this.book.append(keyOf(name), [], { state: 'launching' })
  }

  run(name: string) {
    const run = this.book.get(keyOf(name))
    if (run === null) throw new Error(`${name} is not known`)
    return run
  }

  /** Lets the runner act until the condition holds. */
  async until(what: string, holds: () => boolean): Promise<void> {
    for (let turn = 0; !holds(); turn += 1) {
      assert.ok(turn < 10_000, what)
      await nextTurn()
    }
  }

  /** Nothing waits for an answer any more. */
  async end(): Promise<void> {
    for (const opened of this.launches.values()) opened(terminalOf('late', '$9'))
    const over = this.runner[Symbol.asyncDispose]()
    for (const answer of this.lists) answer([])
    await over
  }

  /** Answers the next look. */
  async answer(...sessions: TmuxSession[]): Promise<void> {
    await this.until('tmux is asked', () => this.lists.length > 0)
    this.lists.shift()?.(sessions)
  }
}

function keeperParts({ book, runner, time }: Rig): KeeperParts {
  return {
    book,
    views: { join: () => {}, leave: () => {}, show: () => {} },
    runners: { process: noChildren, terminal: runner },
    clock: time,
    timers: time,
    log: silentLog,
    openSecrets: async () => ok({}),
    onAnswer: () => {},
  }
}

const noChildren: HarnessRunner = {
  waitFor: () => {},
  watch: () => {},
  launch: async () => ok(null),
  recover: async () => {},
  stop: async () => {},
  [Symbol.asyncDispose]: async () => {},
}

async function withRig(act: (rig: Rig) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-runner-'))
  try {
    const clock = new ManualTime('2026-11-20T10:00:00.000Z')
    await using book = await openRunBook({ path: join(folder, 'runs.db'), clock })
    const rig = new Rig(book)
    try {
      await act(rig)
    } finally {
      await rig.end()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a look that falls between two starts does not end the later one, however late its answer comes', async () => {
  await withRig(async (rig) => {
    const work = await openWork(keeperParts(rig))
    work.start(startOf('one'))
    await rig.until('the first is being opened', () => rig.launches.has('one'))
    // What the first has to write down and what the second has go in one commit: the look that follows the first falls
    // before the second is handed to the runner.
    const stop = rig.book.onAppended(() => {
      if (rig.book.get(keyOf('two')) !== null) rig.launches.get('one')?.(terminalOf('one', '$1'))
    })
    work.start(startOf('two'))
    await rig.until('the second is being opened', () => rig.launches.has('two'))
    stop()
    await rig.answer(terminalOf('one', '$1'))
    for (let turn = 0; turn < 100; turn += 1) await nextTurn()
    assert.deepEqual([rig.run('one').state, rig.run('two').state], ['running', 'launching'])
    rig.launches.get('two')?.(terminalOf('two', '$2'))
    await rig.answer(terminalOf('one', '$1'))
    await rig.until('a terminal that was there and is gone ends its run', () => rig.run('two').state === 'ended')
    assert.equal(rig.run('one').state, 'running')
  })
})

test('a start that the death of its daemon cut short is gone only once nothing can begin any more', async () => {
  await withRig(async (rig) => {
    for (const name of ['late', 'never']) {
      await rig.launching(name)
      await rig.runner.recover(rig.run(name))
    }
    rig.runner.watch()
    await rig.answer()
    await rig.until('both are barred', () => rig.barred.length === 2)
    assert.deepEqual([rig.run('late').state, rig.run('never').state], ['launching', 'launching'])
    await rig.answer(terminalOf('late', '$1'))
    await rig.until('one is gone', () => rig.run('never').state === 'ended')
    assert.deepEqual([rig.run('late').state, rig.run('late').terminal?.id], ['running', '$1'])
    assert.deepEqual(rig.barred, ['late', 'never'])
  })
})
