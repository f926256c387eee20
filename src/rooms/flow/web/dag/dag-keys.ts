// Which node the arrow keys lead to: along a line to the left and right, within a rank up and down.
import type { DagLayout, Placed } from './dag-layout.ts'

/** The id of the next node, or null where there is none in that direction. */
export function nextNode({ nodes, lines }: DagLayout, fromId: string, key: string): string | null {
  const from = nodes.find(({ step }) => step.id === fromId)
  if (from === undefined) return null
  // The next rank before one further on, then the level of where it comes from.
  const byDistance = (a: Placed, b: Placed) =>
    Math.abs(a.x - from.x) - Math.abs(b.x - from.x) || Math.abs(a.y - from.y) - Math.abs(b.y - from.y)
  const named = (ids: readonly string[]) => nodes.filter(({ step }) => ids.includes(step.id)).toSorted(byDistance)
  const choices = (): readonly Placed[] => {
    if (key === 'ArrowRight') return named(lines.filter((line) => line.from === fromId).map(({ to }) => to))
    if (key === 'ArrowLeft') return named(lines.filter((line) => line.to === fromId).map((line) => line.from))
    const rank = nodes.filter(({ x, step }) => x === from.x && step.id !== fromId)
    if (key === 'ArrowDown') return rank.filter(({ y }) => y > from.y).toSorted(byDistance)
    return key === 'ArrowUp' ? rank.filter(({ y }) => y < from.y).toSorted(byDistance) : []
  }
  return choices()[0]?.step.id ?? null
}
