// Reads the nodes while somebody looks at them: once where this service is alone, else every few seconds.
import { secondMs } from '#base/time.ts'
import { call } from '#platform/web/api/call.ts'
import { readNodes } from '../api.ts'
import { nodes, nodesProblem, nodesTold } from './node-store.ts'

/** As often as devices are asked for. */
const everyMs = 5 * secondMs

let lookers = 0
let stop = (): void => {}

/** Until the answer is called. Who looks at the same time asks once; a hidden page asks nothing, and at once when it is seen again. */
export function pollNodes(): () => void {
  lookers += 1
  if (lookers === 1) stop = begin()
  return () => {
    lookers -= 1
    if (lookers === 0) stop()
  }
}

function begin(): () => void {
  let isAsking = false
  const every = setInterval(() => void ask(), everyMs)
  const onSight = (): void => void ask()
  const end = (): void => {
    clearInterval(every)
    document.removeEventListener('visibilitychange', onSight)
  }
  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || isAsking) return
    isAsking = true
    const answer = await call(readNodes)
    isAsking = false
    // What is away is told by the bar over the page.
    if (!answer.ok) return
    const told = answer.value.nodes
    if (told === null) end()
    nodesProblem.set(told?.problem ?? null)
    nodes.replaceAll((told?.nodes ?? []).map((node) => ({ ...node, id: node.name })))
    nodesTold.set(true)
  }
  document.addEventListener('visibilitychange', onSight)
  void ask()
  return end
}
