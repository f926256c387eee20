// Lines of Gemini CLI's chats as they were when it was tried: 0.61.0.
import type { TranscriptItem } from '../../contract.ts'
import { countOf, listOf, membersOf, textOf, timeOf, word, type JsonMembers } from '../given.ts'
import { diffCounts, resultItem, spoken, toolItem, type ToolAnswer } from '../make-item.ts'

type Place = { readonly id: string; readonly at: string | null }

/** Messages that one line may set at once, as when a chat is gone on with. */
const mostMessages = 5000

/** What a line of it tells; nothing for what is no part of the conversation. A message is written again as it grows. */
export function geminiItems(line: JsonMembers, id: string): TranscriptItem[] {
  const { messages } = membersOf(line.$set)
  if (Array.isArray(messages))
    return messages
      .slice(0, mostMessages)
      .flatMap((message, index) => messageItems(membersOf(message), `${id}.${index}`))
  return messageItems(line, id)
}

function messageItems(message: JsonMembers, line: string): TranscriptItem[] {
  const id = word(message.id, 200) || line
  const place = { id, at: timeOf(message.timestamp) }
  const { type, content } = message
  if (type === 'user') return typed(content, place)
  if (type === 'info' || type === 'warning' || type === 'error') return spoken('note', place, textsOf(content))
  if (type !== 'gemini') return []
  return [
    ...listOf(message.thoughts).flatMap((thought, index) => {
      const { subject, description } = membersOf(thought)
      const text = [subject, description].map((part) => textOf(part) ?? '').join('\n')
      return spoken('thought', { ...place, id: `${id}.thought${index}` }, text)
    }),
    ...spoken('agent', { ...place, id: `${id}.text` }, textsOf(content)),
    ...listOf(message.toolCalls).flatMap((call, index) =>
      callItems(membersOf(call), { ...place, id: `${id}.${index}` }),
    ),
    ...usageItems(message, place),
  ]
}

function typed(content: unknown, place: Place): TranscriptItem[] {
  const text = textsOf(content)
  return /^<(session_context|system_instruction)>/.test(text.trimStart()) ? [] : spoken('person', place, text)
}

function callItems(given: JsonMembers, place: Place): TranscriptItem[] {
  const call = word(given.id, 300) || place.id
  const at = timeOf(given.timestamp) ?? place.at
  const tool = toolItem(place, { call, name: word(given.displayName, 200) || word(given.name, 200), input: given.args })
  const { status } = given
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return [tool]
  return [tool, resultItem({ id: `${place.id}.result`, at }, { call, ...answered(given) })]
}

function answered({ status, result, resultDisplay }: JsonMembers): Omit<ToolAnswer, 'call'> {
  const told = listOf(result)
    .map((part) => membersOf(membersOf(membersOf(part).functionResponse).response))
    .map(({ output, error }) => textOf(output) ?? textOf(error) ?? '')
    .join('\n')
  const raw = told.replace(/^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/, '$1')
  const code = /^Exit Code: (-?\d{1,5})$/m.exec(raw)?.[1]
  const { fileDiff } = membersOf(resultDisplay)
  const exit_code = code === undefined ? null : Number(code)
  const isDenied =
    status === 'cancelled' ||
    /cancelled by user|denied by policy|not allowed|requires? user confirmation/i.test(raw.slice(0, 400))
  const isFailed = status === 'error' || (exit_code !== null && exit_code !== 0)
  return {
    raw,
    exit_code,
    outcome: isDenied && status !== 'success' ? 'denied' : isFailed ? 'failed' : 'ok',
    ...(typeof fileDiff === 'string' ? diffCounts(fileDiff.split('\n')) : {}),
  }
}

/** What was read from the cache is part of its input; what it thought is none of its output. */
function usageItems({ id, tokens, model }: JsonMembers, { at }: Place): TranscriptItem[] {
  const message = word(id, 200)
  if (message === '' || typeof tokens !== 'object' || tokens === null) return []
  const usage = membersOf(tokens)
  const cached = countOf(usage.cached)
  return [
    {
      id: `usage.${message}`,
      at,
      kind: 'usage',
      model: word(model, 200) || null,
      input: Math.max(0, countOf(usage.input) - cached),
      output: countOf(usage.output) + countOf(usage.thoughts),
      cache_read: cached,
      cache_write: 0,
    },
  ]
}

function textsOf(content: unknown): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.map((block) => textOf(membersOf(block).text) ?? '').join('\n')
}
