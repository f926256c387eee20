import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoading, type LoadState } from './loading.ts'

/** A part whose fetches are answered by hand, and every state that it took. */
function scripted() {
  const asked: PromiseWithResolvers<string>[] = []
  const loading = createLoading(() => {
    const fetch = Promise.withResolvers<string>()
    asked.push(fetch)
    return fetch.promise
  })
  const states: LoadState<string>[] = []
  loading.state.subscribe(() => states.push(loading.state.get()))
  const settled = () => new Promise(setImmediate)
  return { asked, loading, states, settled }
}

test('nothing is fetched before somebody asks, and once for all who do', async () => {
  const { asked, loading, settled } = scripted()
  assert.deepEqual([asked.length, loading.state.get()], [0, { kind: 'waiting' }])
  loading.load()
  loading.load()
  asked[0]?.resolve('the part')
  await settled()
  loading.load()
  assert.deepEqual([asked.length, loading.state.get()], [1, { kind: 'ready', part: 'the part' }])
})

test('a failure is told and counted, and the next load tries again', async () => {
  const { asked, loading, states, settled } = scripted()
  loading.load()
  asked[0]?.reject(new Error('the network'))
  await settled()
  loading.load()
  asked[1]?.reject(new Error('the network'))
  await settled()
  loading.load()
  asked[2]?.resolve('the part')
  await settled()
  assert.deepEqual(states, [
    { kind: 'waiting' },
    { kind: 'failed', failures: 1 },
    { kind: 'waiting' },
    { kind: 'failed', failures: 2 },
    { kind: 'waiting' },
    { kind: 'ready', part: 'the part' },
  ])
})
