// What a line of a transcript of Claude Code tells of usage. It writes a line for each block of an answer, with the usage of
// all of it so far: the last line of a message counts. At its end it writes what the conversation used in all.
import type { UsageRecord } from '../contract.ts'
import { countOf, fieldsOf, lineWith, textOf, timeOf, type Fields } from './read-json.ts'
import { tokenSum } from './tokens.ts'

/** None for a line that tells of nothing. */
export function usageOfClaude(line: string): UsageRecord[] {
  const answer = lineWith(line, '"usage"')
  if (answer?.type === 'assistant') return ofAnswer(answer)
  const closing = lineWith(line, '"cost-state"')
  return closing?.type === 'cost-state' ? ofClosing(closing) : []
}

function ofAnswer(line: Fields): UsageRecord[] {
  const message = fieldsOf(line.message)
  const usage = fieldsOf(message?.usage)
  const [id, model, conversation] = [textOf(message?.id), textOf(message?.model), textOf(line.sessionId)]
  const at = timeOf(line.timestamp)
  if (usage === null || id === null || model === null || conversation === null || at === null) return []
  const tokens = {
    input: countOf(usage.input_tokens),
    output: countOf(usage.output_tokens),
    cache_read: countOf(usage.cache_read_input_tokens),
    cache_write: countOf(usage.cache_creation_input_tokens),
  }
  // What it makes up itself, as for an error of the model, used none.
  if (tokenSum(tokens) === 0) return []
  const asker = textOf(line.requestSessionId)
  const isCopy = asker !== null && asker !== conversation
  return [{ kind: 'used', key: id, at, conversation, model, ...tokens, cost_usd: null, is_copy: isCopy }]
}

/** It has no time of its own: when the conversation began, and how long it has lasted, tell it. */
function ofClosing(line: Fields): UsageRecord[] {
  const [conversation, models] = [textOf(line.sessionId), fieldsOf(line.modelUsage)]
  if (conversation === null || models === null) return []
  const [began, lasted] = [countOf(line.startTime), countOf(line.totalDuration)]
  const knowsCost = line.hasUnknownModelCost !== true
  const used = Object.entries(models).flatMap(([model, value]) => {
    const usage = fieldsOf(value)
    if (usage === null || model === '') return []
    const cost = usage.costUSD
    return [
      {
        model: model.slice(0, 200),
        input: countOf(usage.inputTokens),
        output: countOf(usage.outputTokens),
        cache_read: countOf(usage.cacheReadInputTokens),
        cache_write: countOf(usage.cacheCreationInputTokens),
        cost_usd: knowsCost && typeof cost === 'number' && cost >= 0 ? cost : null,
      },
    ]
  })
  const total = used.reduce((sum, each) => sum + tokenSum(each), 0)
  if (total === 0) return []
  const key = `closed:${conversation}:${began}:${total}`
  return [{ kind: 'closed', key, at: began + lasted, conversation, chain: String(began), models: used.slice(0, 100) }]
}
