// The order of steps, and what becomes of those that fail.
import assert from 'node:assert/strict'

import { finish, outline, over, start, step, until, type Suite } from './rig.ts'
import { Gate, strandOf } from '#rooms/flow/server/strands.testkit.ts'

export function orderTests({ name, openRig, test }: Suite): void {
  test(`${name}: a step that answers ok: false is a success that says so, and what waits for it goes on`, async () => {
    const answer = { ok: false, error: 'two audits are broken' }
    await using rig = await openRig([strandOf('half', { a: { run: async () => answer }, b: { after: ['a'] } })])
    const run = await finish(rig, 'half')
    assert.deepEqual([run.status, run.error], ['success', null])
    assert.deepEqual(run.caveat, { kind: 'not_ok', reason: 'a: two audits are broken' })
    assert.deepEqual(await outline(rig, run), { a: 'success 1', b: 'success 1' })
    assert.deepEqual((await rig.find(run.run_id))?.caveat, run.caveat)
  })

  test(`${name}: a step that is not set up is skipped with what waits for it, and the run has not failed`, async () => {
    const answer = { ok: false, error: 'not_set_up', reason: 'There is no store.', hint: 'Set its address.' }
    const strand = strandOf('bare', { a: { run: async () => answer }, b: { after: ['a'] }, c: {} })
    await using rig = await openRig([strand])
    const run = await finish(rig, 'bare')
    assert.deepEqual([run.status, run.error], ['success', null])
    assert.deepEqual(run.caveat, { kind: 'not_set_up', reason: 'a: There is no store. Set its address.' })
    assert.deepEqual(await outline(rig, run), { a: 'skipped 1', b: 'skipped 0', c: 'success 1' })
  })

  test(`${name}: steps run in the order of the graph, and get the results of those before them`, async () => {
    const seen: string[] = []
    const note = (call: { stepId: string; results: object }) => {
      seen.push(`${call.stepId} ${JSON.stringify(call.results)}`)
      return { from: call.stepId }
    }
    const strand = strandOf('chain', {
      c: { after: ['b'], run: note },
      a: { run: note },
      b: { after: ['a'], run: note },
    })
    await using rig = await openRig([strand])
    const run = await finish(rig, 'chain')
    assert.equal(run.status, 'success')
    assert.deepEqual(seen, ['a {}', 'b {"a":{"from":"a"}}', 'c {"b":{"from":"b"}}'])
    assert.deepEqual(await outline(rig, run), { a: 'success 1', b: 'success 1', c: 'success 1' })
  })

  test(`${name}: steps that wait for the same one run side by side, and the next waits for all of them`, async () => {
    const gates = { b: new Gate(), c: new Gate() }
    const strand = strandOf('diamond', {
      a: {},
      b: { after: ['a'], run: gates.b.run },
      c: { after: ['a'], run: gates.c.run },
      d: { after: ['b', 'c'], run: ({ results }) => results },
    })
    await using rig = await openRig([strand])
    const { runId } = await start(rig, 'diamond')
    await Promise.all([gates.b.begun.promise, gates.c.begun.promise])
    assert.deepEqual(await outline(rig, runId), { a: 'success 1', b: 'running 1', c: 'running 1', d: 'queued 0' })
    gates.b.open('B')
    gates.c.open('C')
    const run = await over(rig, runId)
    assert.equal(run.status, 'success')
    assert.deepEqual((await step(rig, runId, 'd')).result, { b: 'B', c: 'C' })
  })
}

export function failureTests({ name, openRig, test }: Suite): void {
  test(`${name}: below a failure all is skipped, beside it all goes on, and the run says what failed`, async () => {
    const strand = strandOf('broken', {
      a: { run: () => Promise.reject(new Error('no such table')) },
      b: { after: ['a'] },
      c: { after: ['b'] },
      x: {},
      y: { after: ['x'] },
    })
    await using rig = await openRig([strand])
    const run = await finish(rig, 'broken')
    assert.equal(run.status, 'failed')
    assert.equal(run.error, 'a: no such table')
    const expected = { a: 'failed 1', b: 'skipped 0', c: 'skipped 0', x: 'success 1', y: 'success 1' }
    assert.deepEqual(await outline(rig, run), expected)
  })

  test(`${name}: a step is tried again after growing waits, and each try is kept`, async () => {
    let tries = 0
    const body = () => {
      tries += 1
      if (tries < 4) throw new Error(`try ${tries}`)
      return 'at last'
    }
    const retry = { retries: 3, delayMs: 1000, factor: 3, maxDelayMs: 5000 }
    await using rig = await openRig([strandOf('flaky', { a: { run: body, retry } })])
    const { runId } = await start(rig, 'flaky')
    for (const [waitMs, after] of [
      [1000, 2],
      [3000, 3],
      [5000, 4],
    ] as const) {
      await until(rig, runId, ({ attempts }) => attempts.length === after - 1 && attempts.at(-1)?.status === 'failed')
      assert.equal((await step(rig, runId, 'a')).status, 'queued')
      await rig.time.pass(waitMs - 1)
      assert.equal(tries, after - 1, `too early after ${waitMs - 1} ms`)
      await rig.time.pass(1)
    }
    const run = await over(rig, runId)
    assert.equal(run.status, 'success')
    const { attempts, result, attempt } = await step(rig, runId, 'a')
    assert.deepEqual([attempt, result], [4, 'at last'])
    const told = attempts.map(({ attempt, status, error }) => [attempt, status, error])
    assert.deepEqual(told, [
      [1, 'failed', 'try 1'],
      [2, 'failed', 'try 2'],
      [3, 'failed', 'try 3'],
      [4, 'success', null],
    ])
  })

  test(`${name}: a step that takes too long is aborted and failed, one that does not listen is left behind`, async () => {
    const listening = new Gate()
    const strand = strandOf('slow', {
      a: { timeoutMs: 5000, run: listening.run },
      b: { timeoutMs: 5000, run: () => new Promise(() => {}) },
    })
    await using rig = await openRig([strand])
    const { runId } = await start(rig, 'slow')
    await listening.begun.promise
    await rig.time.pass(5000)
    await rig.time.pass(5000)
    const run = await over(rig, runId)
    assert.equal(run.status, 'failed')
    assert.equal((await step(rig, runId, 'a')).error, 'The step did not end within 5 s.')
    assert.match((await step(rig, runId, 'b')).error ?? '', /did not end within 5 s. It did not listen to the abort/)
  })

  const hostile: readonly (readonly [what: string, body: () => unknown, error: RegExp])[] = [
    ['a text', () => Promise.reject('plain text'), /threw the text "plain text", which is no Error/],
    ['nothing', () => Promise.reject(undefined), /threw undefined/],
    ['an object', () => Promise.reject({ code: 7 }), /threw the object \{"code":7\}/],
    ['a cyclic result', cyclic, /result is no JSON value/],
    ['a function as result', () => () => 1, /result is a function/],
    ['a huge result', () => 'x'.repeat(3 * 1024 * 1024), /result is 3.0 MiB, at most 1 MiB/],
  ]
  test(`${name}: whatever a body throws or gives back, its step says a clear word and the engine lives`, async () => {
    for (const [what, body, error] of hostile) {
      const strands = [strandOf('hostile', { a: { run: body as () => string } }), strandOf('sound', { a: {} })]
      await using rig = await openRig(strands)
      const run = await finish(rig, 'hostile')
      assert.match((await step(rig, run.run_id, 'a')).error ?? '', error, what)
      assert.equal(run.status, 'failed')
      assert.equal((await finish(rig, 'sound')).status, 'success')
    }
  })
}

/** Of an engine that has this one machine. */
export function aloneTests({ name, openRig, test }: Suite): void {
  test(`${name}: a step meant for another host, or for what this machine lacks, fails with what to do`, async () => {
    const strand = strandOf('elsewhere', { a: { host: 'popos' }, b: { requires: ['gpu'] }, c: { after: ['a'] } })
    await using rig = await openRig([strand])
    const run = await finish(rig, 'elsewhere')
    assert.deepEqual(await outline(rig, run), { a: 'failed 0', b: 'failed 0', c: 'skipped 0' })
    assert.match((await step(rig, run.run_id, 'a')).error ?? '', /meant for the host popos.*Leave the host out/)
    assert.match((await step(rig, run.run_id, 'b')).error ?? '', /requires gpu.*flow\.capabilities/)
  })
}

function cyclic(): unknown {
  const result: Record<string, unknown> = {}
  result.self = result
  return result
}
