// How long to wait before the gateway is tried again.
import { minuteMs, secondMs } from '#base/time.ts'

/** A gateway that restarts is back within seconds. */
const firstMs = secondMs
/** Where there is none, a look now and then costs nothing, and one that is started is noticed soon enough. */
const longestMs = 30 * secondMs
/** A wrong token stays wrong until a person acts, and the gateway counts the tries. */
const refusedMs = minuteMs

/** `tries` counts those that failed in a row, from 1; `random` is 0 to 1 and spreads services that wait for one gateway. */
export function retryDelayMs({ tries, refused, random }: { tries: number; refused: boolean; random: number }): number {
  const full = refused ? refusedMs : Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 16))
  return Math.round(full * (0.5 + 0.5 * random))
}
