import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { begunLate } from '../core/unknown.ts'
import { followFiles, type LearnedFiles } from './follow-files.ts'

/** A session that begins in a git repository; `waits` tells whether anybody waits for the tree. */
async function begun(waits: boolean): Promise<readonly LearnedFiles[]> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-follow-')))
  const root = join(top, 'project')
  mkdirSync(root)
  execFileSync('git', ['-C', root, 'init', '-q'], { env: { PATH: process.env['PATH'], HOME: top } })
  const learned: LearnedFiles[] = []
  const follow = followFiles({
    folder: join(top, 'own'),
    ownHome: top,
    environment: { PATH: process.env['PATH'] },
    told: async () => learned,
    learn: async (_id, _at, look) => void learned.push(look),
    clock: { now: () => 0 },
    timers: {
      passedMs: () => 0,
      after(_ms, run) {
        if (!waits) run()
        return () => {}
      },
    },
    log: silentLog,
  })
  try {
    await follow.begin('s1', root)
    if (!waits) await until('its tree is there', () => learned.length > 0)
    writeFileSync(join(root, 'made.txt'), 'one\n')
    void follow.ended('s1')
    await until('its files are told', () => learned.some(({ files }) => files.length > 0))
    return learned
  } finally {
    await follow[Symbol.asyncDispose]()
    rmSync(top, { recursive: true, force: true })
  }
}

test('a tree that was there before its program began has no trouble to tell', async () => {
  assert.deepEqual(
    (await begun(true)).map(({ files, trouble }) => [files.length, trouble]),
    [[1, null]],
  )
})

test('one for which nobody waited says that the first moments are not known, and goes on', async () => {
  assert.deepEqual(
    (await begun(false)).map(({ files, trouble }) => [files.length, trouble]),
    [
      [0, begunLate],
      [1, null],
    ],
  )
})
