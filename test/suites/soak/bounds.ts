// What may be left of a load once it is over: each value beside what it was before, and how much it may have grown.
import type { Look } from './look.ts'

export type Row = {
  readonly what: string
  readonly before: number
  readonly most: number
  readonly after: number
  /** The most that `after` may be. */
  readonly bound: number
}

export type Looks = { readonly before: Look; readonly during: readonly Look[]; readonly after: Look }

type Measure = {
  readonly what: string
  readonly of: (look: Look) => number
  readonly mayGrow: (before: number) => number
}

const measures: readonly Measure[] = [
  // What V8 and the allocator took at the height of a load stays theirs. That it ends there says `lateGrowth`.
  { what: 'resident memory, MiB', of: ({ rssMiB }) => rssMiB, mayGrow: (before) => 50 + before * 0.5 },
  // The rings of what changed, for those who come back, are full within minutes.
  { what: 'live heap, MiB', of: ({ heapMiB }) => heapMiB, mayGrow: () => 4 },
  // Grows as long as functions become hot that were not, and ends with the program: its part that a load runs is that much.
  { what: 'compiled code, MiB', of: ({ codeMiB }) => codeMiB, mayGrow: () => 8 },
  { what: 'outside the heap, MiB', of: ({ externalMiB }) => externalMiB, mayGrow: () => 6 },
  { what: 'open files', of: ({ openFiles }) => openFiles, mayGrow: () => 4 },
  { what: 'active resources', of: ({ resources }) => sum(resources), mayGrow: () => 8 },
  { what: 'write-ahead log, MiB', of: ({ walMiB }) => walMiB, mayGrow: () => 12 },
  { what: 'processes', of: ({ processes }) => sum(processes), mayGrow: () => 0 },
  { what: 'tmux servers', of: ({ processes }) => processes['tmux: server'] ?? 0, mayGrow: () => 0 },
]

/** A loop that goes on without a reason shows here; other programs on the machine do as well. */
export const loopMeasure: Measure = {
  what: 'event loop, mean delay in ms',
  of: ({ loopMeanMs }) => loopMeanMs,
  mayGrow: () => 10,
}

/** A leak goes on growing, a high water does not: the last third of a load against what came before it. */
export function lateGrowth({ during }: Looks): Row {
  const cut = Math.floor((during.length * 2) / 3)
  const highest = (looks: readonly Look[]) => Math.max(...looks.map(({ rssMiB }) => rssMiB))
  const [early, late] = [highest(during.slice(0, cut)), highest(during.slice(cut))]
  return {
    what: 'resident memory in the last third, MiB',
    before: early,
    most: late,
    after: late,
    bound: early * 1.05 + 5,
  }
}

/** A kind of resource, or a program, may vary by so many from one moment to the next. */
const kindSlack = 4

export function rowsOf(looks: Looks, more: readonly Measure[] = []): Row[] {
  const rows = [...measures, ...more].map(({ what, of, mayGrow }) => {
    const before = of(looks.before)
    return { what, before, most: most(looks, of), after: of(looks.after), bound: before + mayGrow(before) }
  })
  return [...rows, ...kindRows(looks)]
}

/** Kinds of resources that vary; steady ones would only make the table long. */
function kindRows(looks: Looks): Row[] {
  const kinds = new Set([looks.before, ...looks.during, looks.after].flatMap(({ resources }) => Object.keys(resources)))
  return [...kinds].toSorted().map((kind) => {
    const of = ({ resources }: Look) => resources[kind] ?? 0
    return {
      what: `· ${kind}`,
      before: of(looks.before),
      most: most(looks, of),
      after: of(looks.after),
      bound: of(looks.before) + kindSlack,
    }
  })
}

const most = ({ before, during, after }: Looks, of: (look: Look) => number): number =>
  Math.max(...[before, ...during, after].map(of))

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

export const isOver = ({ after, bound }: Row): boolean => after > bound

export function tableOf(rows: readonly Row[]): string {
  const head = ['', 'before', 'most', 'after', 'bound', '']
  const lines = rows.map((row) => [
    row.what,
    ...[row.before, row.most, row.after, row.bound].map((value) => value.toFixed(Number.isInteger(value) ? 0 : 1)),
    isOver(row) ? 'OVER' : '',
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)))
  const written = [head, ...lines].map((line) =>
    line.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))),
  )
  return written.map((line) => line.join('  ').trimEnd()).join('\n')
}
