// Import circles, those of types included: two files that know each other are one idea in two places.
import { isNode, resolved, type Finding, type Node, type Source } from './source.ts'

/** One finding for each file that can reach itself, at the import by which it does. */
export function circlesIn(sources: readonly Source[]): Finding[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const group = groupsOf(new Map([...imports].map(([path, edges]) => [path, edges.map(({ to }) => to)])))
  return [...imports].flatMap(([path, edges]) =>
    edges
      .filter(({ to }) => to === path || (group.get(to) === group.get(path) && group.get(to) !== undefined))
      .map(({ to, line }) => ({ path, line, rule: 'circle', says: `${to} imports this file, directly or by others` })),
  )
}

type Edge = { readonly to: string; readonly line: number }

function importsOf({ path, text, program }: Source): Edge[] {
  return (program.body as readonly Node[]).flatMap((node) => {
    if (!isNode(node.source) || typeof node.source.value !== 'string') return []
    const to = resolved(path, node.source.value)
    return to === null ? [] : [{ to, line: text.slice(0, node.start).split('\n').length }]
  })
}

/** Tarjan's strongly connected components; a file alone in its component has no group. */
function groupsOf(edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const group = new Map<string, number>()
  const visit = (path: string): void => {
    order.set(path, order.size)
    low.set(path, order.size)
    stack.push(path)
    for (const next of edges.get(path) ?? []) {
      if (!edges.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(path) !== (order.get(path) ?? 0) + 1) return
    const members = stack.splice(stack.indexOf(path))
    if (members.length > 1) for (const member of members) group.set(member, order.get(path) ?? 0)
  }
  for (const path of edges.keys()) if (!order.has(path)) visit(path)
  return group
}
