// The services of one PostgreSQL in words: the same on the page and the command line.
import { formatDuration } from '#base/duration.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { fromIso } from '#base/time.ts'
import type { NodesTold, ServiceNode } from '#rooms/nodes/contract.ts'

/** What is said of one node; `warn` when a person should look. */
export type NodeLine = { readonly name: string; readonly level: 'ok' | 'warn'; readonly text: string }

/** One line a node, this one first, then by name; ages as of `at`. */
export function nodeLines({ nodes }: NodesTold, at: string): readonly NodeLine[] {
  const here = nodes.find(({ is_here: isHere }) => isHere)
  const sorted = nodes.toSorted((one, other) => Number(other.is_here) - Number(one.is_here))
  return sorted.map((node) => ({ name: node.name, ...said(node, { at, version: here?.version ?? null }) }))
}

type Beside = { readonly at: string; readonly version: string | null }

function said(node: ServiceNode, { at, version }: Beside): Omit<NodeLine, 'name'> {
  const since = (time: string): string => formatDuration(fromIso(at) - fromIso(time))
  const { standing, stopped_at: stoppedAt, last_heartbeat: heard, started_at: startedAt } = node
  if (stoppedAt !== null) return { level: 'ok', text: `stopped ${since(stoppedAt)} ago` }
  if (standing !== 'live') {
    return { level: 'warn', text: `silent for ${since(heard)}: it was killed, or can not reach PostgreSQL` }
  }
  const isOther = version !== null && node.version !== version
  const place = node.is_here ? 'this one' : `on ${node.hostname}`
  const parts = [place, `up ${since(startedAt)}`, ...(node.is_here ? [] : machineWords(node))]
  return {
    level: isOther ? 'warn' : 'ok',
    text: `${parts.join(', ')}${isOther ? `; its version is ${node.version}, this one's ${version}` : ''}`,
  }
}

/** Of others alone: this machine has lines of its own. */
function machineWords(node: ServiceNode): string[] {
  const [memory, load] = [memoryOf(node), loadOf(node)]
  return [...(memory === null ? [] : [`${memory.words} free`]), ...(load === null ? [] : [`load ${load.words}`])]
}

/** All of them in one line. */
export function nodesInWords(told: NodesTold, at: string): Omit<NodeLine, 'name'> {
  const lines = nodeLines(told, at)
  const each = lines.map(({ name, text }) => `${name} (${text})`).join(', ')
  if (told.problem !== null)
    return { level: 'warn', text: [told.problem, each === '' ? '' : `Last seen: ${each}`].join(' ').trim() }
  return {
    level: lines.some(({ level }) => level === 'warn') ? 'warn' : 'ok',
    text: each === '' ? `${told.here}, which has not asked PostgreSQL yet` : each,
  }
}
