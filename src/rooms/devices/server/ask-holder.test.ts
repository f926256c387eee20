import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { readRequest, writeAnswer } from '#platform/server/http/forward/travelling.ts'
import { answersThere } from './ask-holder.ts'

const answer = (status: number) => ok(writeAnswer({ status, headers: {}, body: Buffer.from('{}') }))
const offline = err({ error: 'node_offline', reason: 'The node attic is away.', hint: 'Start it.' } as const)

test('a device answers at another node where that node’s ping of it is answered, and nowhere else', async () => {
  const asked: string[] = []
  const told = { yes: answer(200), silent: answer(503), away: offline, garbled: ok('?') }
  const results = await Promise.all(
    Object.entries(told).map(([node, said]) => {
      const ask = async (name: string, request: string) => {
        const { method, url, from } = readRequest(request)
        asked.push(`${from} to ${name}: ${method} ${url}`)
        return said
      }
      return answersThere({ here: 'cellar', ask }, node, 'd1')
    }),
  )
  assert.deepEqual(results, [true, false, false, false])
  assert.equal(asked[0], 'cellar to yes: POST /api/devices/d1/ping')
  assert.equal(await answersThere(null, 'attic', 'd1'), false)
})
