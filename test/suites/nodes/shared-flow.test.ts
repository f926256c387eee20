// Runs of strands on several services that share their stores: seen on each as they go on, and run by their own alone.
import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { changesFrameSchema, snapshotFrameSchema } from '#platform/contract.ts'
import { liveRuns } from '#rooms/flow/api.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes, runOf, runStrand, type NodePlace } from './two-services.ts'

const options = { skip: withoutPostgres }

/** Two steps, of which the second waits for a file. */
const strand = (go: string): string => `import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
export default { id: 'held', steps: [
  { id: 'first', run: async () => 'done' },
  { id: 'second', after: ['first'], timeout: '10m', run: async () => { console.log('it waits'); while (!existsSync('${go}')) await wait(20); return 'gone' } },
] }
`

async function bring({ place }: NodePlace, go: string): Promise<void> {
  await mkdir(join(place.home, 'workflows'), { recursive: true, mode: 0o700 })
  await writeFile(join(place.home, 'workflows/held.ts'), strand(go))
}

const runSchema = z.object({ run_id: z.string(), status: z.string() })
const listSchema = snapshotFrameSchema.extend({ runs: z.array(runSchema) })

/** Answers the runs that a frame tells. */
function runsIn(frame: unknown): readonly z.infer<typeof runSchema>[] {
  const changes = changesFrameSchema.safeParse(frame).data?.changes ?? []
  const changed = changes
    .filter(({ kind }) => kind === liveRuns.kind)
    .flatMap(({ value }) => runSchema.safeParse(value).data ?? [])
  return [...(listSchema.safeParse(frame).data?.runs ?? []), ...changed]
}

/** The states that viewers of the service are told of a run, in their order, each once. */
async function watchRuns(service: Service) {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/ws/flow`, ['orrery', `orrery.token.${service.token}`])
  const told = new Map<string, string[]>()
  socket.on('message', (data: Buffer) => {
    for (const { run_id: id, status } of runsIn(JSON.parse(data.toString()))) {
      const states = told.get(id) ?? []
      if (states.at(-1) !== status) told.set(id, [...states, status])
    }
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { states: (id: string) => told.get(id) ?? [], [Symbol.dispose]: () => socket.terminate() }
}

const stepOf = async (service: Service, id: string, step: string) =>
  (await runOf(service, id)).steps.find(({ step_id: name }) => name === step)?.status

test('a run goes on at its node alone, while others show it, start anew and ask it for its end', options, async () => {
  await using nodes = await openNodes()
  const [first, second] = [await nodes.node('one'), await nodes.node('other')]
  const go = join(first.place.root, 'go')
  for (const each of [first, second]) await bring(each, go)
  const one = await first.begin()
  let other = await second.begin()
  using viewer = await watchRuns(other)
  const id = await runStrand(one, 'held')
  await until('it goes on there', async () => (await stepOf(one, id, 'second')) === 'running')
  await until('viewers of the other one are told', () => viewer.states(id).at(-1) === 'running')
  assert.equal(await stepOf(other, id, 'second'), 'running')

  const output = `GET /api/flow/runs/${id}/steps/second/output`
  await until('what it prints is read there', async () => {
    const { status, text } = await other.call(output, { token: other.token })
    return status === 200 && text !== ''
  })
  const file = await other.call(`${output}?download=true`, { token: other.token })
  assert.deepEqual([file.status, file.json.error], [503, 'node_offline'], file.text)
  assert.match(String(file.json.reason), /node one/)
  const retry = await other.call(`POST /api/flow/runs/${id}/retry`, { token: other.token, json: {} })
  assert.deepEqual([retry.status, retry.json.error], [409, 'conflict'], retry.text)

  await other.stop()
  other = await second.begin()
  using anew = await watchRuns(other)
  await until('who opens a page then is told', () => anew.states(id).at(-1) === 'running')
  assert.equal((await runOf(other, id)).run.status, 'running')
  assert.equal(await stepOf(one, id, 'second'), 'running')
  await other.kill()
  other = await second.begin()
  assert.equal((await runOf(one, id)).run.status, 'running')

  using last = await watchRuns(other)
  await until('and after a death', () => last.states(id).at(-1) === 'running')
  await writeFile(go, '')
  await until('it is over at both', async () =>
    (await Promise.all([one, other].map(async (each) => (await runOf(each, id)).run.status === 'success'))).every(
      Boolean,
    ),
  )
  await until('viewers of the other one are told of its end', () => last.states(id).at(-1) === 'success')

  await rm(go)
  const next = await runStrand(one, 'held')
  await until('another one goes on', async () => (await stepOf(other, next, 'second')) === 'running')
  const cancelled = await other.call(`POST /api/flow/runs/${next}/cancel`, { token: other.token, json: {} })
  assert.equal(cancelled.status, 200, cancelled.text)
  await until('it is cancelled at both', async () =>
    (await Promise.all([one, other].map(async (each) => (await runOf(each, next)).run.status === 'cancelled'))).every(
      Boolean,
    ),
  )
  const again = await other.call(`POST /api/flow/runs/${next}/cancel`, { token: other.token, json: {} })
  assert.deepEqual([again.status, again.json.error], [409, 'conflict'], again.text)
})

test('what runs at a node that is killed goes on with its next start, whoever started meanwhile', options, async () => {
  await using nodes = await openNodes()
  const [first, second] = [await nodes.node('one'), await nodes.node('other')]
  const go = join(first.place.root, 'go')
  for (const each of [first, second]) await bring(each, go)
  const one = await first.begin()
  const id = await runStrand(one, 'held')
  await until('it goes on there', async () => (await stepOf(one, id, 'second')) === 'running')
  await one.kill()
  const other = await second.begin()
  assert.equal((await runOf(other, id)).run.status, 'running')
  const again = await first.begin()
  await writeFile(go, '')
  await until('it is over', async () => (await runOf(again, id)).run.status === 'success')
  await until('the other one knows', async () => (await runOf(other, id)).run.status === 'success')
})
