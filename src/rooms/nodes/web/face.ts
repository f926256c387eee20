// A node as other pages draw it: in the words and shares of a device.
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import type { DeviceFace } from '#rooms/devices/web/contract.ts'
import type { NodeStanding, ServiceNode } from '../contract.ts'

/** What is drawn of a node that nothing is known of any more, and of whatever is away. */
const away = { free: null, load: null, loadWords: null }

const looks = {
  live: { standing: 'online', tone: 'done', said: 'Online' },
  silent: { standing: 'unreachable', tone: 'wait', said: 'Unreachable' },
  gone: { standing: 'offline', tone: 'fail', said: 'Offline' },
} as const satisfies Record<NodeStanding, Pick<DeviceFace, 'standing' | 'tone' | 'said'>>

/** `null`: one whose row is forgotten, while sessions of it are still shown. */
export function nodeFaceOf(node: ServiceNode | null): DeviceFace {
  if (node === null) return { ...looks.gone, ...away, memory: null, awaySince: null }
  const [memory, load] = [memoryOf(node), loadOf(node)]
  if (node.standing === 'live') {
    return {
      ...looks.live,
      memory: memory === null ? null : `${memory.words} free`,
      free: memory?.part ?? null,
      load: load?.part ?? null,
      loadWords: load?.words ?? null,
      awaySince: null,
    }
  }
  return {
    ...looks[node.standing],
    ...away,
    memory: memory?.words.replace(/^.* of /, '') ?? null,
    awaySince: node.stopped_at ?? node.last_heartbeat,
  }
}
