// What the model must answer: the schema that servers hold it to, and what is found in the text that came.
import { cutText } from '#base/cut-text.ts'
import type { ChatMessage } from './prompt.ts'
import { dimensionOrder, laneOrder } from '../lanes.ts'

/**
 * JSON schema for `response_format`: every id is a key of its own and needed, so that a server which holds the model to it can
 * neither repeat an id nor leave one out. What is said of a task stands once, since servers make a grammar of it. Values
 * are listed: not every server knows minimum and maximum.
 */
export function answerSchemaFor(ids: readonly string[]): Record<string, unknown> {
  const part = { type: 'integer', enum: [1, 2, 3, 4, 5] }
  const properties = {
    ...Object.fromEntries(dimensionOrder.map((dimension) => [dimension, part])),
    lane: { type: 'string', enum: [...laneOrder] },
    reason: { type: 'string', maxLength: 160 },
  }
  const scores = Object.fromEntries(ids.map((id) => [id, { $ref: '#/$defs/score' }]))
  return {
    ...closed({ scores: closed(scores) }),
    $defs: { score: closed(properties) },
  }
}

/** An object with these properties, all of them and no other. */
function closed(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** An id, and what was said of it. */
export type Said = readonly [id: string, score: unknown]

/** How deep scores may lie: `{"result":{"scores":{…}}}`. */
const deepest = 3

/**
 * The scores in an answer. Servers that hold to no schema let models choose another form: a list of objects with ids, a list or
 * an object without `scores` around it, or around it another name. Null where there is nothing like it.
 */
export function scoresIn(json: unknown, asked: ReadonlySet<string>, depth = 0): Said[] | null {
  if (Array.isArray(json)) return json.flatMap(saidByItem)
  if (!isObject(json) || depth > deepest) return null
  const entries = Object.entries(json)
  if (entries.some(([key, value]) => asked.has(key) && isScore(value))) return entries
  if (isScore(json)) return saidByItem(json)
  if ('scores' in json) return scoresIn(json.scores, asked, depth + 1) ?? (isObject(json.scores) ? [] : null)
  for (const [, value] of entries) {
    const said = scoresIn(value, asked, depth + 1)
    if (said !== null && said.length > 0) return said
  }
  return null
}

/** `{"id":"T-1",…}` or `{"T-1":{…}}`; the id of what names none is empty, which nobody asks about. */
function saidByItem(item: unknown): Said[] {
  if (!isObject(item)) return [['', item]]
  if (typeof item.id === 'string' || typeof item.id === 'number') return [[String(item.id), item]]
  const entries = Object.entries(item).filter(([, value]) => isScore(value))
  return entries.length === 0 ? [['', item]] : entries
}

/** A task may have any name, `scores` and `impact` too; only numbers and texts are parts of a score. */
function isScore(value: unknown): boolean {
  return isObject(value) && dimensionOrder.some((one) => one in value && !isObject(value[one]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Most ids that a problem names. */
const namedIds = 5

export function named(ids: Iterable<string>): string {
  const all = [...ids]
  const shown = all.slice(0, namedIds).map((id) => JSON.stringify(id.slice(0, 80)))
  return `${shown.join(', ')}${all.length > namedIds ? ` and ${all.length - namedIds} more` : ''}`
}

/** A longer one would not leave room for a better answer. */
const shownAnswer = 600

/** The conversation that gives the model its one second try. */
export function repairMessages(
  messages: readonly ChatMessage[],
  { answer, problem }: { readonly answer: string; readonly problem: string },
): ChatMessage[] {
  const request = `This answer can't be used: it ${problem}. Answer again: one JSON object with "scores", in it every id under TASKS exactly once and no other, whole numbers from 1 to 5, and nothing else.`
  return [...messages, { role: 'assistant', content: cutText(answer, shownAnswer) }, { role: 'user', content: request }]
}
