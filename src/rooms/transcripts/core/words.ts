// How a transcript is told in words: the same on the page, in Markdown and in a terminal.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import { addUsage, noUsage, tookMs, type Turn, type Usage, type ToolRun } from './fold.ts'

export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}

/** Tokens in three digits or so: 950, 1.2 k, 84 k, 1.2 M. */
export function tokens(count: number): string {
  if (count < 1000) return String(count)
  const [size, unit] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const many = count / size
  return `${many < 9.95 ? many.toFixed(1) : Math.round(many)} ${unit}`
}

export function usageWords({ input, output, cacheRead, cacheWrite }: Usage): string {
  const cached = cacheRead === 0 ? [] : [`${tokens(cacheRead)} from cache`]
  return [`${tokens(input + cacheWrite)} in`, ...cached, `${tokens(output)} out`].join(', ')
}

export function usageOfAll(turns: readonly Turn[]): Usage {
  return turns.reduce((sum, { usage }) => addUsage(sum, usage), noUsage)
}

const sumOf = ({ input, output, cacheRead, cacheWrite }: Usage): number => input + output + cacheRead + cacheWrite

/** One line on all of it; of tokens that nobody told nothing is said. */
export function wholeWords(turns: readonly Turn[]): string {
  const sum = sumOf(usageOfAll(turns))
  const tools = turns.reduce((count, turn) => count + turn.tools, 0)
  const parts = [counted(turns.length, 'turn'), counted(tools, 'tool')]
  return [...parts, ...(sum === 0 ? [] : [`${tokens(sum)} tokens`])].join(', ')
}

/** One line on a turn. */
export function turnWords({ beganAt, endedAt, usage }: Turn): string {
  const ms = beganAt === null || endedAt === null ? null : fromIso(endedAt) - fromIso(beganAt)
  const parts = [...(ms === null ? [] : [formatDuration(ms)]), ...(sumOf(usage) === 0 ? [] : [usageWords(usage)])]
  return parts.join(', ')
}

/** How it went, as far as its client tells: `failed, exit 3, 6 s, +2 −1`. */
export function resultWords(used: ToolRun): string {
  const { result } = used
  if (result === null) return 'no result yet'
  const { outcome, exit_code: code, added, removed } = result
  const ms = tookMs(used)
  return [
    ...(outcome === null || outcome === 'ok' ? [] : [outcome]),
    ...(code === null ? [] : [`exit ${code}`]),
    ...(ms === null || ms < 1000 ? [] : [formatDuration(ms)]),
    ...(added === null && removed === null ? [] : [`+${added ?? 0} −${removed ?? 0}`]),
  ].join(', ')
}

/** Which tools ran, the most used first: `Bash ×3, Read`. */
export function toolsWords(used: readonly ToolRun[]): string {
  const counts = new Map<string, number>()
  for (const { tool } of used) counts.set(tool.name, (counts.get(tool.name) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  return sorted.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
