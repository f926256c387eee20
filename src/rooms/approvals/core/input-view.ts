// The whole of what is asked, as a person reads it: a command, the change of a file, or the fields of a tool nobody here knows.
import type { Json } from '#base/json.ts'
import type { ToolInput } from './summary.ts'

/** `same` lines stand around what changes, for its place. */
export type ChangedLine = { readonly sign: 'same' | 'removed' | 'added'; readonly text: string }

export type InputView =
  | { readonly kind: 'command'; readonly command: string; readonly rest: readonly ShownField[] }
  | {
      readonly kind: 'change'
      readonly path: string
      readonly lines: readonly ChangedLine[]
      readonly rest: readonly ShownField[]
    }
  | { readonly kind: 'fields'; readonly fields: readonly ShownField[] }

export type ShownField = { readonly name: string; readonly value: string }

/** Nothing of the input is left out of any view: what a person approves is what stands there. */
export function viewInput(input: ToolInput): InputView {
  const { command, file_path: path } = input
  if (typeof command === 'string') return { kind: 'command', command, rest: fieldsOf(input, ['command']) }
  if (typeof path === 'string') {
    const { old_string: before, new_string: after, content } = input
    if (typeof before === 'string' && typeof after === 'string') {
      const rest = fieldsOf(input, ['file_path', 'old_string', 'new_string'])
      return { kind: 'change', path, lines: changedLines(before, after), rest }
    }
    if (typeof content === 'string') {
      return {
        kind: 'change',
        path,
        lines: signed('added', linesOf(content)),
        rest: fieldsOf(input, ['file_path', 'content']),
      }
    }
    const edits = readEdits(input.edits)
    if (edits !== null) {
      const lines = edits.flatMap(({ before: old, after: now }) => changedLines(old, now))
      return { kind: 'change', path, lines, rest: fieldsOf(input, ['file_path', 'edits']) }
    }
  }
  return { kind: 'fields', fields: fieldsOf(input, []) }
}

type Edit = { readonly before: string; readonly after: string }

/** Null where one of them is of another shape: then all of it is shown as it is. */
function readEdits(value: Json | undefined): readonly Edit[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const edits = value.flatMap((one): Edit[] => {
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return []
    const { old_string: before, new_string: after, ...others } = one
    const isPlain = Object.keys(others).length === 0 && typeof before === 'string' && typeof after === 'string'
    return isPlain ? [{ before, after }] : []
  })
  return edits.length === value.length ? edits : null
}

/** What both begin and end with stands once. */
function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return [
    ...signed('same', old.slice(0, start)),
    ...signed('removed', old.slice(start, old.length - end)),
    ...signed('added', now.slice(start, now.length - end)),
    ...signed('same', old.slice(old.length - end)),
  ]
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

function signed(sign: ChangedLine['sign'], lines: readonly string[]): ChangedLine[] {
  return lines.map((text) => ({ sign, text }))
}

function fieldsOf(input: ToolInput, shown: readonly string[]): ShownField[] {
  return Object.entries(input)
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }))
}
