// What a device can do, as tags: those of its pairing stay, those of heartbeats come and go.
import type { Gpu } from '../contract.ts'

const gibibyte = 1024 ** 3

/** What is found on a machine. */
export type FoundOnMachine = {
  readonly totalRam: number
  readonly installedHarnesses: readonly string[]
  readonly gpus: readonly Gpu[]
}

/** The tags that a machine has by what was found on it. */
export function foundTags({ totalRam, installedHarnesses, gpus }: FoundOnMachine): string[] {
  return unionOf(
    installedHarnesses.map((harness) => `harness:${harness}`),
    [`ram:${Math.max(1, Math.round(totalRam / gibibyte))}`],
    gpus.length > 0 ? ['gpu-cuda'] : [],
    installedHarnesses.includes('mother-llm') ? ['mother-llm'] : [],
  )
}

/** Each tag once, in the order in which it comes first: the durable ones go first, so that none is ever lost. */
export function unionOf(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
