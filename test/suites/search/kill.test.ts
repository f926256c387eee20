// A kill -9 while the index is being filled: the next start goes on where it was, and everything is found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchIndex } from '#rooms/search/contract.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const count = 400

test('killed again and again while it fills, the index ends up with every task, and with each once', async () => {
  await using place = await makeHome()
  {
    await using service = await startService(place)
    const tasks = Array.from({ length: count }, (_, index) => ({ id: `T-${index}`, title: `Ledger entry ${index}` }))
    for (const json of tasks) {
      assert.equal((await service.call('POST /api/tasks', { token: service.token, json })).status, 201)
    }
    await service.call('POST /api/search/rebuild', { token: service.token })
    await service.kill()
  }
  for (let kill = 0; kill < 3; kill++) {
    await using service = await startService(place)
    const before = (await indexOf(service)).documents.task
    await until(
      'it has gone on',
      async () => (await indexOf(service)).documents.task > before || (await isDone(service)),
    )
    await service.kill()
  }
  await using service = await startService(place)
  await until('it is complete', () => isDone(service))
  assert.equal((await indexOf(service)).documents.task, count)
  const { json } = await service.call('GET /api/search?q=%22ledger+entry+399%22', { token: service.token })
  assert.deepEqual(
    (json.results as { id: string }[]).map(({ id }) => id),
    ['T-399'],
  )
})

type Asked = Awaited<ReturnType<typeof startService>>

async function indexOf({ call, token }: Asked): Promise<SearchIndex> {
  return (await call('GET /api/search/index', { token })).json as SearchIndex
}

async function isDone(service: Asked): Promise<boolean> {
  const { documents, is_complete: isComplete } = await indexOf(service)
  return isComplete && documents.task === count
}
