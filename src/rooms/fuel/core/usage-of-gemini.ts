// What a line of a chat of Gemini CLI tells of usage. An answer is written again whenever it grows, and all of them when a chat
// is taken up again: the last one of a message counts. Its input includes what was read from a cache.
import type { UsageRecord } from '../contract.ts'
import { countOf, fieldsOf, lineWith, textOf, timeOf } from './read-json.ts'
import { tokenSum } from './tokens.ts'

/** `conversation` is that of the file, which most of its lines do not name. */
export function usageOfGemini(line: string, conversation: string): UsageRecord[] {
  const fields = lineWith(line, '"tokens"')
  if (fields === null) return []
  const all = fieldsOf(fields.$set)?.messages
  return Array.isArray(all) ? all.flatMap((one) => ofMessage(one, conversation)) : ofMessage(fields, conversation)
}

function ofMessage(value: unknown, conversation: string): UsageRecord[] {
  const message = fieldsOf(value)
  const tokens = fieldsOf(message?.tokens)
  const [id, at] = [textOf(message?.id), timeOf(message?.timestamp)]
  if (message?.type !== 'gemini' || tokens === null || id === null || at === null) return []
  const cached = countOf(tokens.cached)
  const used = {
    input: Math.max(0, countOf(tokens.input) + countOf(tokens.tool) - cached),
    output: countOf(tokens.output) + countOf(tokens.thoughts),
    cache_read: cached,
    cache_write: 0,
  }
  if (tokenSum(used) === 0) return []
  const model = textOf(message.model) ?? 'unknown'
  return [{ kind: 'used', key: id, at, conversation, model, ...used, cost_usd: null, is_copy: false }]
}
