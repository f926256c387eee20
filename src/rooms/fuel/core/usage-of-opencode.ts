// What a line of our plugin for opencode tells of usage: a step that ended, with its tokens and what it cost. Its input has no
// cached ones, and what was thought stands beside its output. A cost of nothing says that nobody knows it.
import type { UsageRecord } from '../contract.ts'
import { countOf, fieldsOf, lineWith, textOf } from './read-json.ts'
import { tokenSum } from './tokens.ts'

/** None for a line that tells of nothing. */
export function usageOfOpencode(line: string, conversation: string): UsageRecord[] {
  const step = lineWith(line, '"tokens"')
  const tokens = fieldsOf(step?.tokens)
  const cache = fieldsOf(tokens?.cache)
  const [key, model, at] = [textOf(step?.id), textOf(step?.model), countOf(step?.at)]
  if (tokens === null || key === null || model === null || at === 0) return []
  const used = {
    input: countOf(tokens.input),
    output: countOf(tokens.output) + countOf(tokens.reasoning),
    cache_read: countOf(cache?.read),
    cache_write: countOf(cache?.write),
  }
  if (tokenSum(used) === 0) return []
  const cost = step?.cost
  const told = typeof cost === 'number' && cost > 0 ? cost : null
  return [{ kind: 'used', key, at, conversation, model, ...used, cost_usd: told, is_copy: false }]
}
