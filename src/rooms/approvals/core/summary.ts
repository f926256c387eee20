// What an agent wants to do, on one line.
import { oneLine } from '#base/cut-text.ts'
import type { Json } from '#base/json.ts'
import { printable } from '#base/printable.ts'
import { summaryLimit } from '../contract.ts'

export type ToolInput = Readonly<Record<string, Json>>

/** `Bash: npm test`, `Edit: src/a.ts`, and for a tool that nobody here knows its first text. */
export function summaryOf(tool: string, input: ToolInput): string {
  const said = told.map((field) => input[field]).find(isText) ?? Object.values(input).find(isText)
  return oneLine(printable(said === undefined ? tool : `${tool}: ${said}`), summaryLimit)
}

/** What tells most of an input, the first that is there. */
const told = ['command', 'file_path', 'notebook_path', 'path', 'url', 'query', 'pattern', 'plan', 'prompt']

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

/** The same text for the same input, however its fields are ordered: what its hash is taken of. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.keys(value).toSorted()
  return `{${fields.map((field) => `${JSON.stringify(field)}:${canonical(value[field] ?? null)}`).join(',')}}`
}
