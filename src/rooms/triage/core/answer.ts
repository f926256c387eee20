// What the model must answer: the schema that servers hold it to, and the check of what came.
import type { ChatMessage } from './prompt.ts'
import { dimensionOrder, laneOrder } from './lanes.ts'

/** Beyond this, the grammars that servers make of long lists take longer than the answer. */
const listedIds = 150

/** JSON schema for `response_format`. Values are listed, since not every server knows minimum and maximum. */
export function answerSchemaFor(ids: readonly string[]): Record<string, unknown> {
  const part = { type: 'integer', enum: [1, 2, 3, 4, 5] }
  const isShort = ids.length <= listedIds
  const item = {
    type: 'object',
    properties: {
      id: isShort ? { type: 'string', enum: [...ids] } : { type: 'string' },
      ...Object.fromEntries(dimensionOrder.map((dimension) => [dimension, part])),
      lane: { type: 'string', enum: [...laneOrder] },
      reason: { type: 'string', maxLength: 160 },
    },
    required: ['id', ...dimensionOrder, 'lane', 'reason'],
    additionalProperties: false,
  }
  const length = isShort ? { minItems: ids.length, maxItems: ids.length } : {}
  return {
    type: 'object',
    properties: { scores: { type: 'array', items: item, ...length } },
    required: ['scores'],
    additionalProperties: false,
  }
}

export type IdCheck = {
  /** Asked about and not answered. */
  readonly missing: readonly string[]
  /** As ends of a sentence about the answer; such an answer is not used. */
  readonly wrong: readonly string[]
}

/** Most ids that a problem names. */
const namedIds = 5

/** Scores count for the ids that were asked about alone, and once each. */
export function checkIds(answered: readonly string[], asked: readonly string[]): IdCheck {
  const known = new Set(asked)
  const seen = new Set<string>()
  const twice = new Set<string>()
  const unknown = new Set<string>()
  for (const id of answered) {
    if (!known.has(id)) unknown.add(id)
    else if (seen.has(id)) twice.add(id)
    seen.add(id)
  }
  return {
    missing: asked.filter((id) => !seen.has(id)),
    wrong: [
      ...(unknown.size === 0 ? [] : [`has ids that were not asked about: ${named(unknown)}`]),
      ...(twice.size === 0 ? [] : [`has ids more than once: ${named(twice)}`]),
    ],
  }
}

export function named(ids: Iterable<string>): string {
  const all = [...ids]
  const shown = all.slice(0, namedIds).map((id) => JSON.stringify(id.slice(0, 80)))
  return `${shown.join(', ')}${all.length > namedIds ? ` and ${all.length - namedIds} more` : ''}`
}

/** The JSON in the answer's text: models like to think aloud and to fence it. */
export function jsonIn(text: string): string {
  const spoken = text.replace(/^[\s\S]*<\/think>/, '')
  const from = spoken.indexOf('{')
  const to = spoken.lastIndexOf('}')
  return from === -1 || to < from ? spoken.trim() : spoken.slice(from, to + 1)
}

/** A longer one would not leave room for a better answer. */
const shownAnswer = 600

/** The conversation that gives the model its one second try. */
export function repairMessages(
  messages: readonly ChatMessage[],
  { answer, problem }: { readonly answer: string; readonly problem: string },
): ChatMessage[] {
  const request = `This answer can't be used: it ${problem}. Answer again: one JSON object with "scores", every id under TASKS exactly once and no other, whole numbers from 1 to 5, and nothing else.`
  return [...messages, { role: 'assistant', content: answer.slice(0, shownAnswer) }, { role: 'user', content: request }]
}
