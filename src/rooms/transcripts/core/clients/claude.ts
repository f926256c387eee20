// Lines of Claude Code's files as they were when it was tried: 2.1.328.
import type { TranscriptItem } from '../../contract.ts'
import { countOf, listOf, membersOf, textOf, timeOf, word, type JsonMembers } from '../given.ts'
import { diffCounts, resultItem, spoken, toolItem, type ToolAnswer } from '../make-item.ts'

type Place = { readonly id: string; readonly at: string | null }

/** What a line of it tells; nothing for what is no part of the conversation. */
export function claudeItems(line: JsonMembers, id: string): TranscriptItem[] {
  const place = { id, at: timeOf(line.timestamp) }
  // What a helper of the agent says stands in the result of the tool that started it.
  if (line.isSidechain === true || line.isMeta === true) return []
  if (line.type === 'user') return userItems(line, place)
  if (line.type === 'assistant') return agentItems(line, place)
  if (line.type !== 'system') return []
  if (line.subtype === 'compact_boundary') return spoken('note', place, 'Its context was made shorter.')
  return line.subtype === 'api_error' ? spoken('note', place, `The model failed: ${errorOf(line)}`) : []
}

function userItems(line: JsonMembers, place: Place): TranscriptItem[] {
  const { content } = membersOf(line.message)
  if (line.isCompactSummary === true) return spoken('note', place, `Its context in short: ${textsOf(content)}`)
  if (typeof content === 'string') return typedItems(content, place)
  return listOf(content).flatMap((block, index): TranscriptItem[] => {
    const at = { ...place, id: `${place.id}.${index}` }
    const { type, text, ...given } = membersOf(block)
    if (type === 'tool_result') return [resultItem(at, answered(line, given))]
    if (type === 'image') return spoken('person', at, '[a picture]')
    return type === 'text' ? typedItems(textOf(text) ?? '', at) : []
  })
}

/** Its program writes into the same place what nobody typed. */
function typedItems(text: string, place: Place): TranscriptItem[] {
  if (text.startsWith('[Request interrupted by user')) return spoken('note', place, 'Stopped by its person.')
  if (/^<(system-reminder|local-command-caveat|task-notification)>/.test(text)) return []
  const command = /<command-name>([^<]*)<\/command-name>/.exec(text)?.[1]
  if (command !== undefined)
    return spoken('person', place, `${command} ${/<command-args>([^<]*)<\/command-args>/.exec(text)?.[1] ?? ''}`)
  const printed = /^<local-command-std(?:out|err)>([\s\S]*?)<\/local-command-std(?:out|err)>/.exec(text)?.[1]
  return printed === undefined ? spoken('person', place, text) : spoken('note', place, printed)
}

function answered(line: JsonMembers, { tool_use_id: call, content, is_error: isError }: JsonMembers): ToolAnswer {
  const raw = textsOf(content)
  const details = membersOf(line.toolUseResult)
  return { call: word(call, 300), raw, ...outcomeOf(line, { raw, isFailed: isError === true }), ...changes(details) }
}

function outcomeOf(
  line: JsonMembers,
  { raw, isFailed }: { readonly raw: string; readonly isFailed: boolean },
): Pick<ToolAnswer, 'outcome' | 'exit_code'> {
  if (line.toolDenialKind !== undefined || membersOf(line.permissionDecision).decision === 'reject')
    return { outcome: 'denied' }
  if (/^(The user doesn't want to|Claude requested permissions to|Permission to use .* has been denied)/.test(raw))
    return { outcome: 'denied' }
  if (membersOf(line.toolUseResult).interrupted === true) return { outcome: 'stopped' }
  const code = isFailed ? /^(?:Error: )?Exit code (\d{1,5})\b/.exec(raw)?.[1] : undefined
  return { outcome: isFailed ? 'failed' : 'ok', exit_code: code === undefined ? null : Number(code) }
}

function changes({ structuredPatch, type, content }: JsonMembers): Pick<ToolAnswer, 'added' | 'removed'> {
  if (!Array.isArray(structuredPatch)) return {}
  if (type === 'create' && typeof content === 'string')
    return { added: content.split('\n').length - (content.endsWith('\n') ? 1 : 0), removed: 0 }
  return diffCounts(structuredPatch.flatMap((hunk) => listOf(membersOf(hunk).lines)))
}

function agentItems(line: JsonMembers, place: Place): TranscriptItem[] {
  const message = membersOf(line.message)
  const isError = line.isApiErrorMessage === true
  const items = listOf(message.content).flatMap((block, index): TranscriptItem[] => {
    const at = { ...place, id: `${place.id}.${index}` }
    const { type, text, thinking, id: call, name, input } = membersOf(block)
    if (type === 'text') return spoken(isError ? 'note' : 'agent', at, textOf(text) ?? '')
    if (type === 'thinking') return spoken('thought', at, textOf(thinking) ?? '')
    return type === 'tool_use' ? [toolItem(at, { call: word(call, 300), name: word(name, 200), input })] : []
  })
  return isError ? items : [...items, ...usageItems(message, place)]
}

/** Each block of a message is a line of its own, with the same usage. */
function usageItems({ id, model, usage: given }: JsonMembers, { at }: Place): TranscriptItem[] {
  const message = word(id, 200)
  if (message === '' || typeof given !== 'object' || given === null) return []
  const usage = membersOf(given)
  return [
    {
      id: `usage.${message}`,
      at,
      kind: 'usage',
      model: word(model, 200) || null,
      input: countOf(usage.input_tokens),
      output: countOf(usage.output_tokens),
      cache_read: countOf(usage.cache_read_input_tokens),
      cache_write: countOf(usage.cache_creation_input_tokens),
    },
  ]
}

function textsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((block) => {
      const { type, text } = membersOf(block)
      return type === 'image' ? '[a picture]' : (textOf(text) ?? '')
    })
    .join('\n')
}

function errorOf({ error, content }: JsonMembers): string {
  const { message } = membersOf(error)
  return textOf(message) ?? textOf(content) ?? 'it gave no answer'
}
