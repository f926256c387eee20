// Strands over two nodes whose bodies tell when they begin and end, wait where a test says so, and end their own process.
import { appendFileSync, existsSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { strandOf, type Body } from '#rooms/flow/server/strands.testkit.ts'

/** Steps of each strand with those before them. `here` and `there` are the nodes, of which `there` alone has a gpu. */
export const faultGraph = {
  local: { a: [], b: ['a'], c: ['a'] },
  across: { a: [], b: ['a'], c: ['b'], d: ['c'] },
  compute: { a: [], b: ['a'] },
} as const

const belongs: Readonly<Record<string, object>> = {
  'across b': { host: 'there' },
  'across c': { host: 'here' },
  'compute b': { requires: ['gpu'] },
}

export type FaultStrand = keyof typeof faultGraph

export const tracesIn = (folder: string): string => join(folder, 'traces')
/** While the file is there, the body that has begun waits. */
export const holdFile = (folder: string, { run, step }: Place): string => join(folder, `hold ${run} ${step}`)
/** Where the file is, the process ends by SIGKILL: after the body began, or before it answers. */
export const dieFile = (folder: string, { run, step }: Place, when: 'begin' | 'end'): string =>
  join(folder, `die ${run} ${step} ${when}`)

type Place = { readonly run: string; readonly step: string }

/** A line for each: `begin|end <node> <run> <step> <try>`. */
export function faultStrands(node: string, folder: string) {
  const body: Body = async ({ runId: run, stepId: step, attempt }) => {
    const tell = (when: 'begin' | 'end'): void => {
      appendFileSync(tracesIn(folder), `${when} ${node} ${run} ${step} ${attempt}\n`)
      const deadly = dieFile(folder, { run, step }, when)
      if (!existsSync(deadly)) return
      unlinkSync(deadly)
      process.kill(process.pid, 'SIGKILL')
    }
    tell('begin')
    while (existsSync(holdFile(folder, { run, step }))) await wait(20)
    tell('end')
    return step
  }
  return Object.entries(faultGraph).map(([id, steps]) =>
    strandOf(
      id,
      Object.fromEntries(
        Object.entries(steps).map(([step, after]) => [
          step,
          { after: [...after], ...belongs[`${id} ${step}`], run: body },
        ]),
      ),
      { concurrency: 20 },
    ),
  )
}
