// Where the steps of a strand stand as a graph from left to right, and how the lines between them run.
import dagre from '@dagrejs/dagre'
import type { StrandStep } from '../../contract.ts'

export type Placed = { readonly step: StrandStep; readonly x: number; readonly y: number }
export type DagLine = { readonly from: string; readonly to: string; readonly path: string }
export type DagLayout = {
  readonly nodes: readonly Placed[]
  readonly lines: readonly DagLine[]
  readonly width: number
  readonly height: number
}

/** Pixels. */
export const nodeWidth = 152
export const nodeHeight = 36
const gapBetweenRanks = 40
const gapInRank = 8
const margin = 16

type Point = { readonly x: number; readonly y: number }

export function layOut(steps: readonly StrandStep[]): DagLayout {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: gapBetweenRanks, nodesep: gapInRank, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  const ids = new Set(steps.map(({ id }) => id))
  for (const { id } of steps) graph.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { id, after } of steps) for (const before of after) if (ids.has(before)) graph.setEdge(before, id)
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const mirrored = (point: Partial<Point>): Point => ({ x: point.x ?? 0, y: height - (point.y ?? 0) })
  const turn = isUpsideDown(steps.map(({ id }) => upright(graph.node(id)))) ? mirrored : upright
  const at = (id: string): Point => turn(graph.node(id))
  return {
    width,
    height,
    nodes: steps.map((step) => ({ step, x: at(step.id).x - nodeWidth / 2, y: at(step.id).y - nodeHeight / 2 })),
    lines: graph.edges().map(({ v, w }) => {
      const { points = [] } = graph.edge(v, w) as { points?: readonly Point[] }
      return { from: v, to: w, path: curve(ends(at(v), at(w), points.map(turn))) }
    }),
  }
}

const upright = ({ x = 0, y = 0 }: Partial<Point>): Point => ({ x, y })

/** What was written first is looked for at the top: of each two neighbours in a rank, most should stand so. */
function isUpsideDown(centres: readonly Point[]): boolean {
  const last = new Map<number, number>()
  let balance = 0
  for (const { x, y } of centres) {
    balance += Math.sign(y - (last.get(x) ?? y))
    last.set(x, y)
  }
  return balance < 0
}

/** From the middle of the right side to the middle of the left one, past what stands in between. */
function ends(from: Point, to: Point, points: readonly Point[]): readonly Point[] {
  const start = { x: from.x + nodeWidth / 2, y: from.y }
  const end = { x: to.x - nodeWidth / 2, y: to.y }
  const between = points.filter(({ x }) => x > start.x + gapBetweenRanks && x < end.x - gapBetweenRanks)
  return [start, ...between, end]
}

/** Leaves and enters each point level. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let last = first
  const parts = rest.map((point) => {
    const middle = round((last.x + point.x) / 2)
    const part = `C${middle} ${round(last.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`
    last = point
    return part
  })
  return `M${round(first.x)} ${round(first.y)}${parts.join('')}`
}

const round = (value: number): number => Math.round(value * 10) / 10
