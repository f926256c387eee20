// Where waiting corrections stand in the prompts: all in every one, else each with its task, the others with the first batch.
import type { ScoreOverride } from '../../contract.ts'
import { overrideLine, type TitleOf } from './prompt-blocks.ts'
import { estimateTokens } from './tokens.ts'

export type OverrideLine = {
  readonly id: number
  readonly taskId: string
  readonly text: string
  readonly tokens: number
}

export function overrideLines(overrides: readonly ScoreOverride[], titleOf: TitleOf): OverrideLine[] {
  return overrides.map((override) => {
    const text = overrideLine(override, titleOf)
    return { id: override.id, taskId: override.task_id, text, tokens: estimateTokens(text) }
  })
}

export const tokensOf = (lines: readonly OverrideLine[]): number => lines.reduce((sum, { tokens }) => sum + tokens, 0)

export type Riding = {
  /** Those of tasks that are not asked about: locked ones above all. */
  readonly first: readonly OverrideLine[]
  readonly byTask: ReadonlyMap<string, readonly OverrideLine[]>
}

/** What a task needs beside its corrections: its own line and its answer. */
const taskTokens = 500
/** Of the first batch's room; tasks take the rest. */
const firstShare = 0.5

/**
 * `lines` oldest first, `room` in tokens. What is left out waits for a later run: always the newest of a task, since an older
 * correction that came after a newer one would win over it.
 */
export function rideAlong(lines: readonly OverrideLine[], asked: ReadonlySet<string>, room: number): Riding {
  const others = lines.filter(({ taskId }) => !asked.has(taskId))
  const own = Map.groupBy(
    lines.filter(({ taskId }) => asked.has(taskId)),
    ({ taskId }) => taskId,
  )
  return {
    first: oldestWithin(others, room * firstShare),
    byTask: new Map([...own].map(([id, each]) => [id, oldestWithin(each, room - taskTokens)])),
  }
}

/** At least one, so that a single long one never waits for ever. */
function oldestWithin(lines: readonly OverrideLine[], budget: number): readonly OverrideLine[] {
  let cost = 0
  const end = lines.findIndex(({ tokens }, index) => (cost += tokens) > budget && index > 0)
  return end === -1 ? lines : lines.slice(0, end)
}
