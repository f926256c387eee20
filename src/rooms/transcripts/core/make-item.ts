// Makes the items of a transcript, within their bounds.
import { textLimits, type TranscriptItem } from '../contract.ts'
import { readable, shownJson, textOf, word, type JsonMembers } from './given.ts'

export type ItemOf<K extends TranscriptItem['kind']> = Extract<TranscriptItem, { readonly kind: K }>
type Place = { readonly id: string; readonly at: string | null }
type Spoken = 'person' | 'agent' | 'thought' | 'note'

/** None for an empty text. */
export function spoken(kind: Spoken, place: Place, raw: string): TranscriptItem[] {
  const { text, cut } = readable(raw.trim(), textLimits.message)
  return text === '' ? [] : [{ ...place, kind, text, cut }]
}

export type CalledTool = { readonly call: string; readonly name: string; readonly input: unknown }

export function toolItem(place: Place, { call, name, input }: CalledTool): TranscriptItem {
  const { text, cut } = readable(shownJson(input), textLimits.input)
  return { ...place, kind: 'tool', call, name: word(name, 200), title: titleOf(input), input: text, cut }
}

export type ToolAnswer = Partial<Pick<ItemOf<'result'>, 'outcome' | 'exit_code' | 'added' | 'removed'>> & {
  readonly call: string
  readonly raw: string
}

export function resultItem(place: Place, { call, raw, ...told }: ToolAnswer): TranscriptItem {
  const { text, cut } = readable(raw.replace(/^\n+|\s+$/g, ''), textLimits.result)
  const nothing = { outcome: null, exit_code: null, added: null, removed: null }
  return { ...place, kind: 'result', call, text, cut, ...nothing, ...told }
}

/** Members by which tools of these clients name what they are about, the first of them first. */
const subjects = ['command', 'cmd', 'file_path', 'notebook_path', 'path', 'absolute_path', 'pattern', 'query', 'url']
const further = ['description', 'prompt', 'skill', 'name']

function titleOf(input: unknown): string {
  if (typeof input === 'string') return word(patchedFile(input) ?? input, 500)
  const members: JsonMembers = typeof input === 'object' && input !== null ? { ...input } : {}
  for (const name of [...subjects, ...further]) {
    const value = members[name]
    const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : textOf(value)
    if (text !== null && text !== '') return word(patchedFile(text) ?? text, 500)
  }
  return ''
}

/** The file of a patch that is given as a text. */
function patchedFile(text: string): string | null {
  return /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(text.slice(0, 2000))?.[1] ?? null
}

/** Lines that a unified diff adds and removes. */
export function diffCounts(lines: readonly unknown[]): { readonly added: number; readonly removed: number } {
  const begins = (sign: string): number =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length
  return { added: begins('+'), removed: begins('-') }
}
