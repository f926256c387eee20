// The chain of a task: what has to be done before it starts, and what starts once it is done.

/** A session that waits for tasks; where it works on a task itself, that task stands for it. */
export type ChainSession = {
  readonly id: string
  readonly task_id: string | null
  readonly depends_on: readonly string[]
}

export type ChainNode = {
  readonly kind: 'task' | 'session'
  readonly id: string
  /** How many steps stand before it at least: 0 begins. */
  readonly layer: number
}
export type ChainEdge = { readonly from: number; readonly to: number }

/** Nodes by layer, so that every edge leads down; edges name nodes by their place. */
export type Chain = { readonly nodes: readonly ChainNode[]; readonly edges: readonly ChainEdge[] }

/** Beyond it a picture says less than a list; the nearest steps are kept. */
const mostNodes = 30

type Link = { readonly from: string; readonly to: string }

/** The part of all chains that leads to the task or from it; without nodes when nothing does. */
export function chainOf(task: string, sessions: readonly ChainSession[]): Chain {
  const links = linksOf(sessions)
  const own = nameOf('task', task)
  const before = reach(own, mapOf(links.map(({ from, to }) => ({ from: to, to: from }))))
  const after = reach(own, mapOf(links))
  const names = [...new Set([own, ...before, ...after])].slice(0, mostNodes)
  if (names.length === 1) return { nodes: [], edges: [] }
  const kept = new Set(names)
  return layered(
    names,
    links.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  )
}

function linksOf(sessions: readonly ChainSession[]): Link[] {
  const links = new Map<string, Link>()
  for (const { id, task_id: task, depends_on: before } of sessions) {
    const to = task === null ? nameOf('session', id) : nameOf('task', task)
    for (const each of before) {
      const from = nameOf('task', each)
      if (from !== to) links.set(`${from} ${to}`, { from, to })
    }
  }
  return [...links.values()]
}

function mapOf(links: readonly Link[]): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const { from, to } of links) map.set(from, [...(map.get(from) ?? []), to])
  return map
}

/** All that can be reached, the nearest first. */
function reach(start: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>([start])
  // Walks a growing set: what it finds is walked as well, each once, so that a ring ends.
  for (const name of found) for (const other of next.get(name) ?? []) found.add(other)
  found.delete(start)
  return [...found]
}

function layered(names: readonly string[], links: readonly Link[]): Chain {
  const layers = new Map(names.map((name) => [name, 0]))
  // A ring would push its nodes down for ever; no way is longer than there are nodes.
  for (let round = 0; round < names.length; round++) {
    let hasMoved = false
    for (const { from, to } of links) {
      const layer = (layers.get(from) ?? 0) + 1
      if (layer <= (layers.get(to) ?? 0) || layer >= names.length) continue
      layers.set(to, layer)
      hasMoved = true
    }
    if (!hasMoved) break
  }
  const order = names.toSorted((a, b) => (layers.get(a) ?? 0) - (layers.get(b) ?? 0))
  const places = new Map(order.map((name, place) => [name, place]))
  return {
    nodes: order.map((name) => ({ ...readName(name), layer: layers.get(name) ?? 0 })),
    edges: links.map(({ from, to }) => ({ from: places.get(from) ?? 0, to: places.get(to) ?? 0 })),
  }
}

function nameOf(kind: ChainNode['kind'], id: string): string {
  return `${kind}:${id}`
}

function readName(name: string): Pick<ChainNode, 'kind' | 'id'> {
  const at = name.indexOf(':')
  return { kind: name.startsWith('task:') ? 'task' : 'session', id: name.slice(at + 1) }
}
