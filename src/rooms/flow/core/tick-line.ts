// The last ticks of a strand, in the order of their times.
import { tickCount, type Tick } from '../contract.ts'

/** The line with the tick put in: in place of the same run, or of the missed slot that the run stands for. */
export function withTick(line: readonly Tick[], tick: Tick, slot: string | null): readonly Tick[] {
  const rest = line.filter((other) => !isSame(other, tick) && !(other.run_id === null && other.at === slot))
  const place = rest.findLastIndex((other) => other.at <= tick.at) + 1
  return rest.toSpliced(place, 0, tick).slice(-tickCount)
}

function isSame(one: Tick, other: Tick): boolean {
  return one.run_id === null ? other.run_id === null && one.at === other.at : one.run_id === other.run_id
}
