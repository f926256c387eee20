// A part of the load: something that somebody does again and again until the load ends.
import { setTimeout as wait } from 'node:timers/promises'
import type { DevicePlace } from '../../support/device-place.ts'
import type { Answer } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'

export type Stage = {
  readonly service: Service
  /** Another machine, with its daemon. */
  readonly device: { readonly id: string; readonly place: DevicePlace }
  /** Aborted when the load ends; what was begun is then brought to its end. */
  readonly signal: AbortSignal
}

export type Part = {
  readonly name: string
  /** From the beginning of one time to that of the next; at once, where one took longer. */
  readonly everyMs: number
  /** One time; `nth` counts them. Rejects when what came was not what should have come. */
  readonly once: (stage: Stage, nth: number) => Promise<void>
  /** So many do it side by side; 1 when it is left out. */
  readonly atOnce?: number
}

export type Done = { times: number; readonly failures: string[] }

/** Until the load ends. Failures are collected; a part goes on after one. */
export async function play(part: Part, stage: Stage, done: Done): Promise<void> {
  const lane = async () => {
    while (!stage.signal.aborted) {
      const nth = done.times++
      const startedMs = performance.now()
      try {
        await part.once(stage, nth)
      } catch (error) {
        done.failures.push(`${part.name}, time ${nth}: ${error instanceof Error ? error.message : String(error)}`)
      }
      await rest(part.everyMs - (performance.now() - startedMs), stage.signal)
    }
  }
  await Promise.all(Array.from({ length: part.atOnce ?? 1 }, lane))
}

/** A pause that ends with the load. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, ms), undefined, { signal }).catch(() => {
    // Aborted: whoever rests sees that by the signal.
  })
}

export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
  return answer
}
