// What outlives the process: resumed runs, and runs that go on from a failed one.
import assert from 'node:assert/strict'

import { finish, outline, over, refused, start, step, taken, type Suite } from './rig.ts'
import { Gate, strandOf } from '#rooms/flow/server/strands.testkit.ts'

export function resumeTests({ name, openRig, test }: Suite): void {
  test(`${name}: after a death finished steps keep their results, and the one in flight runs again`, async () => {
    const calls: string[] = []
    const gate = new Gate()
    const make = (b: Gate['run'], version: string) =>
      strandOf(
        'durable',
        {
          a: { run: () => (calls.push('a'), 'A') },
          b: { after: ['a'], run: (call) => (calls.push(`b${call.attempt}`), call.output('hello'), b(call)) },
          c: { after: ['b'], run: ({ results }) => results },
        },
        { version },
      )
    await using rig = await openRig([make(gate.run, '1')])
    const { runId } = await start(rig, 'durable')
    await gate.begun.promise
    await rig.die([make(() => 'B', '2')])
    assert.equal((await over(rig, runId)).status, 'success')
    assert.deepEqual(calls, ['a', 'b1', 'b2'])
    const { attempts, attempt } = await step(rig, runId, 'b')
    assert.equal(attempt, 2)
    assert.deepEqual(
      attempts.map(({ status }) => status),
      ['cancelled', 'success'],
    )
    assert.match(attempts[0]?.error ?? '', /service ended/)
    assert.deepEqual((await step(rig, runId, 'c')).result, { b: 'B' })
    assert.match(await rig.output(runId, 'b'), /try 2[^]*edited since this run began[^]*hello/)
  })

  test(`${name}: an orderly stop aborts bodies, and their runs go on at the next start`, async () => {
    const gate = new Gate()
    const make = (run: Gate['run']) => strandOf('durable', { a: {}, b: { after: ['a'], run } })
    await using rig = await openRig([make(gate.run)])
    const { runId } = await start(rig, 'durable')
    const { signal } = await gate.begun.promise
    await rig.restart([make(() => 'done')])
    assert.equal(signal.aborted, true)
    assert.equal((await over(rig, runId)).status, 'success')
    assert.deepEqual(await outline(rig, runId), { a: 'success 1', b: 'success 2' })
  })

  test(`${name}: a run whose strand is gone, or whose step is gone, fails with that sentence`, async () => {
    const gates = [new Gate(), new Gate()]
    const gone = strandOf('gone', { a: { run: gates[0]!.run } })
    const shrunk = strandOf('shrunk', { a: { run: gates[1]!.run }, b: { after: ['a'] } })
    await using rig = await openRig([gone, shrunk])
    const ids = [(await start(rig, 'gone')).runId, (await start(rig, 'shrunk')).runId]
    await Promise.all(gates.map(({ begun }) => begun.promise))
    await rig.die([strandOf('shrunk', { a: {} })])
    const runs = await Promise.all(ids.map((id) => over(rig, id)))
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['failed', 'failed'],
    )
    assert.match(runs[0]?.error ?? '', /strand of this run is not there any more/)
    assert.match(runs[1]?.error ?? '', /no step b any more/)
    assert.deepEqual(await outline(rig, ids[0]!), { a: 'failed 1' })
  })

  test(`${name}: a step that ends the service again and again is failed after five times`, async () => {
    const make = () => {
      const gate = new Gate()
      return { gate, strand: strandOf('deadly', { a: { run: gate.run } }) }
    }
    let { gate, strand } = make()
    await using rig = await openRig([strand])
    const { runId } = await start(rig, 'deadly')
    for (let death = 1; death <= 5; death++) {
      await gate.begun.promise
      ;({ gate, strand } = make())
      await rig.die([strand])
    }
    const run = await over(rig, runId)
    assert.equal(run.status, 'failed')
    assert.match(run.error ?? '', /ended 5 times/)
    assert.equal(gate.calls, 0)
  })

  test(`${name}: runs that waited for their turn still do after a death, in their order`, async () => {
    const first = new Gate()
    const order: string[] = []
    const make = (run: Gate['run']) => strandOf('narrow', { a: { run } }, { concurrency: 1 })
    await using rig = await openRig([make(first.run)])
    for (const runId of ['r1', 'r2', 'r3']) await start(rig, 'narrow', { runId })
    await first.begun.promise
    await rig.die([make(({ runId }) => (order.push(runId), null))])
    for (const runId of ['r1', 'r2', 'r3']) assert.equal((await over(rig, runId)).status, 'success')
    assert.deepEqual(order, ['r1', 'r2', 'r3'])
  })
}

export function storageTests({ name, openRig, test }: Suite): void {
  test(`${name}: while the journal takes nothing no run begins, those under way wait, and nothing is lost`, async () => {
    const gate = new Gate()
    const begun: string[] = []
    const note = ({ stepId }: { stepId: string }) => (begun.push(stepId), stepId)
    const strand = strandOf('patient', { a: { run: gate.run }, b: { after: ['a'], run: note } })
    await using rig = await openRig([strand, strandOf('other', { a: { run: note } })])
    const { runId } = await start(rig, 'patient')
    await gate.begun.promise
    rig.refuseWrites(true)
    await assert.rejects(start(rig, 'other', { runId: 'refused' }), { code: 'storage_unavailable' })
    gate.open('A')
    for (let second = 0; second < 5; second++) await rig.time.pass(1000)
    assert.equal((await rig.find(runId))?.status, 'running')
    assert.deepEqual(begun, [])
    rig.refuseWrites(false)
    await rig.time.pass(1000)
    assert.equal((await over(rig, runId)).status, 'success')
    assert.deepEqual(await outline(rig, runId), { a: 'success 1', b: 'success 1' })
    assert.equal((await step(rig, runId, 'a')).result, 'A')
    // The refused one left nothing behind, not even its place.
    assert.equal((await start(rig, 'other', { runId: 'refused' })).isNew, true)
  })
}

export function retryTests({ name, openRig, test }: Suite): void {
  test(`${name}: a retry is a new run that takes over what succeeded`, async () => {
    const calls: string[] = []
    const count = (call: { stepId: string }) => (calls.push(call.stepId), call.stepId)
    let isBroken = true
    const strand = strandOf('mended', {
      a: { run: count },
      b: { after: ['a'], run: (call) => (isBroken ? Promise.reject(new Error('broken')) : count(call)) },
      c: { after: ['b'], run: count },
    })
    await using rig = await openRig([strand])
    const failed = await finish(rig, 'mended')
    assert.equal(failed.status, 'failed')
    isBroken = false
    const { runId } = taken(await rig.engine.retry(failed.run_id, 'ada'))
    const run = await over(rig, runId)
    assert.deepEqual([run.status, run.retry_of, run.trigger_by], ['success', failed.run_id, 'ada'])
    assert.deepEqual(calls, ['a', 'b', 'c'])
    const reused = (await rig.steps(runId)).map(({ step_id, reused }) => [step_id, reused])
    assert.deepEqual(reused, [
      ['a', true],
      ['b', false],
      ['c', false],
    ])
    assert.equal((await step(rig, runId, 'a')).result, 'a')
    assert.deepEqual(refused(await rig.engine.retry(runId, 'ada'))[0], 'conflict')
    assert.deepEqual(refused(await rig.engine.retry('unknown', 'ada'))[0], 'not_found')
  })
}
