// What a line of a transcript of Codex tells of usage: running totals of the conversation, of which the differences count.
// What was read from a cache, or written into one, is part of its input.
import type { Tokens, UsageRecord } from '../contract.ts'
import { countOf, fieldsOf, lineWith, textOf, timeOf, type Fields } from './read-json.ts'
import { includesTokens, noTokens, tokensBeyond, tokenSum } from './tokens.ts'

/** What is known so far of a file that is read line by line. */
export type CodexState = { readonly conversation: string | null; readonly model: string | null; readonly total: Tokens }

export const newCodexFile: CodexState = { conversation: null, model: null, total: noTokens }

export type CodexLine = { readonly state: CodexState; readonly records: readonly UsageRecord[] }

/** The line after those that made the state. */
export function usageOfCodex(line: string, state: CodexState): CodexLine {
  const meta = lineWith(line, '"session_meta"')
  const context = meta === null ? lineWith(line, '"turn_context"') : null
  const payload = fieldsOf((meta ?? context)?.payload)
  if (meta?.type === 'session_meta') return quiet({ ...state, conversation: textOf(payload?.id) ?? state.conversation })
  if (context?.type === 'turn_context') return quiet({ ...state, model: textOf(payload?.model) ?? state.model })
  const told = lineWith(line, '"token_count"')
  return told?.type === 'event_msg' ? ofTotals(told, state) : quiet(state)
}

const quiet = (state: CodexState): CodexLine => ({ state, records: [] })

function ofTotals(line: Fields, state: CodexState): CodexLine {
  const info = fieldsOf(fieldsOf(line.payload)?.info)
  const usage = fieldsOf(info?.total_token_usage)
  const at = timeOf(line.timestamp)
  if (usage === null || at === null || state.conversation === null) return quiet(state)
  const total = tokensOf(usage)
  // Totals that fell began again.
  const before = includesTokens(total, state.total) ? state.total : noTokens
  const tokens = tokensBeyond(total, before)
  const next = { ...state, total }
  if (tokenSum(tokens) === 0) return quiet(next)
  const { conversation, model } = state
  const key = `${conversation}:${at}:${tokenSum(total)}`
  const used = { kind: 'used', key, at, conversation, ...tokens, cost_usd: null, is_copy: false } as const
  return { state: next, records: [{ ...used, model: model ?? 'unknown' }] }
}

function tokensOf(usage: Fields): Tokens {
  const [cached, written] = [countOf(usage.cached_input_tokens), countOf(usage.cache_write_input_tokens)]
  return {
    input: Math.max(0, countOf(usage.input_tokens) - cached - written),
    output: countOf(usage.output_tokens),
    cache_read: cached,
    cache_write: written,
  }
}
