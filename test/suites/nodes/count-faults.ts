// What was lost and what was doubled, from the traces that bodies leave and from the ends of runs.
import { faultGraph, type FaultStrand } from './fault-strands.ts'

type EndedRun = { readonly id: string; readonly strand: FaultStrand; readonly status: string }

export type Faults = { readonly lost: readonly string[]; readonly doubled: readonly string[] }

/**
 * Lost: a run without its success, or a step without an end. Doubled: a step that begins again although its node lived on, or
 * although a step that waited for it had begun: it was finished then. `kill <node>` is traced once the node is dead.
 */
export function faultsIn(runs: readonly EndedRun[], traces: readonly string[]): Faults {
  const lost = runs.filter(({ status }) => status !== 'success').map(({ id, status }) => `${id} ${status}`)
  const doubled: string[] = []
  const ended = new Set<string>()
  /** The node on which each step began last, until that dies. */
  const begunOn = new Map<string, string>()
  const strands = new Map(runs.map(({ id, strand }) => [id, strand]))
  for (const line of traces) {
    const [what = '', node = '', run = '', step = ''] = line.split(' ')
    if (what === 'kill') {
      for (const [key, on] of begunOn) if (on === node) begunOn.set(key, 'dead')
      continue
    }
    const key = `${run} ${step}`
    if (what === 'end') {
      ended.add(key)
      continue
    }
    const alive = begunOn.get(key)
    if (alive !== undefined && alive !== 'dead') doubled.push(`${line}: it had begun on ${alive}, which lived on`)
    const waiting = waitingFor(strands.get(run), step).find((after) => begunOn.has(`${run} ${after}`))
    if (waiting !== undefined) doubled.push(`${line}: ${waiting} had begun, so that it was finished`)
    begunOn.set(key, node)
  }
  for (const { id, strand } of runs) {
    const missing = Object.keys(faultGraph[strand]).filter((step) => !ended.has(`${id} ${step}`))
    lost.push(...missing.map((step) => `${id} ${step} never ended`))
  }
  return { lost, doubled }
}

function waitingFor(strand: FaultStrand | undefined, step: string): string[] {
  const graph: Readonly<Record<string, readonly string[]>> = strand === undefined ? {} : faultGraph[strand]
  return Object.keys(graph).filter((other) => graph[other]?.includes(step))
}
