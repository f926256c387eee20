// Lines of Codex' files as they were when it was tried: 0.169.0.
import type { TranscriptItem } from '../../contract.ts'
import { countOf, listOf, membersOf, textOf, timeOf, word, type JsonMembers } from '../given.ts'
import { diffCounts, resultItem, spoken, toolItem, type ToolAnswer } from '../make-item.ts'

type Place = { readonly id: string; readonly at: string | null }

/** What a line of it tells; nothing for what is no part of the conversation. */
export function codexItems(line: JsonMembers, id: string): TranscriptItem[] {
  const place = { id, at: timeOf(line.timestamp) }
  const payload = membersOf(line.payload)
  if (line.type === 'response_item') return responseItems(payload, place)
  if (line.type === 'compacted') return spoken('note', place, 'Its context was made shorter.')
  return line.type === 'event_msg' ? eventItems(payload, place) : []
}

function responseItems(payload: JsonMembers, place: Place): TranscriptItem[] {
  const { type, role, content, summary, name, input, action } = payload
  const call = word(payload.call_id, 300)
  switch (type) {
    case 'message':
      return role === 'assistant'
        ? spoken('agent', place, textsOf(content))
        : role === 'user'
          ? typed(content, place)
          : []
    case 'reasoning':
      return spoken('thought', place, textsOf(summary))
    case 'function_call':
      return [toolItem(place, { call, name: word(name, 200), input: parsed(payload.arguments) })]
    case 'custom_tool_call':
      return [toolItem(place, { call, name: word(name, 200), input })]
    case 'local_shell_call':
      return [toolItem(place, { call, name: 'shell', input: action })]
    case 'web_search_call':
      return [toolItem(place, { call: call || place.id, name: 'web_search', input: action })]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [resultItem(place, answered(call, payload.output))]
    default:
      return []
  }
}

/** What its program puts before the first words of a person. */
function typed(content: unknown, place: Place): TranscriptItem[] {
  return listOf(content).flatMap((block, index): TranscriptItem[] => {
    const text = textOf(membersOf(block).text) ?? ''
    if (text.startsWith('<turn_aborted>')) return []
    const isOurs = /^(<[a-z_]+>|# AGENTS\.md instructions)/.test(text.trimStart())
    return isOurs ? [] : spoken('person', { ...place, id: `${place.id}.${index}` }, text)
  })
}

function answered(call: string, output: unknown): ToolAnswer {
  const given = membersOf(typeof output === 'string' ? parsed(output) : output)
  const raw = textOf(output) !== null && given.output === undefined ? String(output) : outputOf(given, output)
  const code = codeOf(given, raw)
  const isDenied = /rejected by (the )?user|user (rejected|denied)|aborted by user|approval.*denied/i.test(
    raw.slice(0, 400),
  )
  const outcome = isDenied ? 'denied' : code === null ? failedOf(raw) : code === 0 ? 'ok' : 'failed'
  const patch = /^(?:Success\. Updated|\*\*\* Begin Patch)/m.test(raw) ? diffCounts(raw.split('\n')) : {}
  return { call, raw: withoutHead(raw), outcome, exit_code: isDenied ? null : code, ...patch }
}

function outputOf(given: JsonMembers, output: unknown): string {
  const { output: text, content } = given
  if (typeof text === 'string') return text
  return textOf(content) ?? textsOf(content ?? output)
}

function codeOf(given: JsonMembers, raw: string): number | null {
  const { exit_code: told } = membersOf(given.metadata)
  if (typeof told === 'number' && Number.isInteger(told)) return told
  const found = /^(?:Process exited with code|Exit code:) (-?\d{1,5})$/m.exec(raw.slice(0, 2000))?.[1]
  return found === undefined ? null : Number(found)
}

/** It tells of some failures in words alone; of the rest nobody knows. */
function failedOf(raw: string): 'failed' | null {
  return /^(exec_command failed|apply_patch verification failed|Failed|Error|error:)/.test(raw) ? 'failed' : null
}

/** The lines that its program puts before what a command printed. */
function withoutHead(raw: string): string {
  const at = raw.search(/^Output:\n/m)
  return at === -1 || at > 600 ? raw : raw.slice(at + 'Output:\n'.length)
}

function eventItems(payload: JsonMembers, place: Place): TranscriptItem[] {
  const { type, info, message } = payload
  if (type === 'turn_aborted') return spoken('note', place, 'Stopped by its person.')
  if (type === 'error' || type === 'stream_error') return spoken('note', place, `It failed: ${textOf(message) ?? ''}`)
  if (type === 'context_compacted') return spoken('note', place, 'Its context was made shorter.')
  return type === 'token_count' ? usageItems(membersOf(info), place) : []
}

/** Told again with the same total where nothing came since. What was read from the cache is part of its input. */
function usageItems(
  { last_token_usage: last, total_token_usage: total }: JsonMembers,
  { at }: Place,
): TranscriptItem[] {
  if (typeof last !== 'object' || last === null) return []
  const usage = membersOf(last)
  const cached = countOf(usage.cached_input_tokens)
  const all = membersOf(total)
  const key = [all.input_tokens, all.cached_input_tokens, all.output_tokens].map(countOf).join('.')
  return [
    {
      id: `usage.${key}`,
      at,
      kind: 'usage',
      model: null,
      input: Math.max(0, countOf(usage.input_tokens) - cached),
      output: countOf(usage.output_tokens),
      cache_read: cached,
      cache_write: countOf(usage.cache_write_input_tokens),
    },
  ]
}

function textsOf(content: unknown): string {
  return listOf(content)
    .map((block) => textOf(membersOf(block).text) ?? '')
    .join('\n')
}

/** JSON within a text; the text itself where it is none. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // A text that only looks like JSON is a text.
    return text
  }
}
