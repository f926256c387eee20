// Asks the node that holds a device whether that answers there, as this one would ask it here.
import { secondMs } from '#base/time.ts'
import { hrefOf } from '#platform/route.ts'
import type { NodeRelay } from '#platform/server/http/forward/relay.ts'
import { readAnswer, writeRequest } from '#platform/server/http/forward/travelling.ts'
import { pingDevice } from '../api.ts'
import { answerTimeoutMs } from './connections.ts'

/** The device has its usual time to answer there. */
const limitMs = answerTimeoutMs + secondMs

/** False for one that is silent or away there, and where that node does not say. Never rejects. */
export async function answersThere(
  relay: Pick<NodeRelay, 'here' | 'ask'> | null,
  node: string,
  deviceId: string,
): Promise<boolean> {
  if (relay === null) return false
  const request = writeRequest({
    from: relay.here,
    method: pingDevice.method,
    url: hrefOf(pingDevice, { params: { id: deviceId } }),
    userAgent: null,
    agent: null,
    principal: { kind: 'access_token' },
    name: 'this hub',
  })
  const answer = await relay.ask(node, request, limitMs)
  try {
    return answer.ok && readAnswer(answer.value).status === 200
  } catch {
    // A node of another version answers in another way.
    return false
  }
}
