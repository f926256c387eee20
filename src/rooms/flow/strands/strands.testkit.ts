// Built-in strands as tests call them: step by step, with needs of their own.
import type { Json } from '#base/json.ts'
import { bodiesOf } from '../server/authoring/builtin-body.ts'
import { stepCall } from '../server/authoring/authoring.testkit.ts'
import type { StepCall } from '../server/loaded-strand.ts'
import { builtinStrands } from './builtin-strands.ts'
import type { StrandNeeds } from './lib/needs.ts'

export function needs(more: Partial<StrandNeeds>): StrandNeeds {
  return {
    home: '/nowhere',
    userHome: '/nowhere',
    store: { url: null, key: null },
    forgetGone: null,
    env: {},
    clock: { now: () => Date.parse('2026-03-02T12:00:00.000Z') },
    ...more,
  }
}

export type Ran = { readonly result: Json; readonly lines: readonly string[] }

export type StrandRun = {
  readonly needs: StrandNeeds
  readonly call?: Partial<StepCall>
  readonly api?: { readonly baseUrl: string; readonly token: string }
}

/** Runs one step of a built-in strand, named as `instance-gc/sweep`. */
export async function runBuiltin(name: string, { needs, call, api }: StrandRun): Promise<Ran> {
  const [id = '', stepId = ''] = name.split('/')
  const strand = builtinStrands(needs).find((one) => one.id === id)
  if (strand === undefined) throw new Error(`there is no strand ${id}`)
  const body = bodiesOf(strand, {
    host: 'a-host',
    api: () => api ?? { baseUrl: 'http://127.0.0.1:9', token: '' },
    onBug() {},
  }).get(stepId)
  if (body === undefined) throw new Error(`${id} has no step ${stepId}`)
  const lines: string[] = []
  const result = await body(stepCall({ strandId: id, stepId, output: (line) => lines.push(line), ...call }))
  return { result, lines }
}
