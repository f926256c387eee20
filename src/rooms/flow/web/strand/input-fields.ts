// A JSON Schema of a run's input as fields of a form, and what was filled in as the input.
import type { Json } from '#base/json.ts'
import { isRecord } from '#platform/web/api/problem.ts'
import type { FieldError } from '#platform/contract.ts'

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'json'

export type InputField = {
  /** Its place in the input, dotted: `target.host`. */
  readonly key: string
  readonly path: readonly string[]
  readonly label: string
  readonly about: string | null
  readonly kind: FieldKind
  readonly isRequired: boolean
  /** Of a choice, as JSON, so that numbers stay numbers. */
  readonly choices: readonly string[]
  /** What the field begins with, as typed. */
  readonly initial: string
}

/** What was typed, by the keys of the fields; a boolean is `true` or `false`, a list one item a line. */
export type Typed = Readonly<Record<string, string>>
export type Problems = Readonly<Record<string, string>>
export type Filled = { readonly ok: true; readonly input: Json } | { readonly ok: false; readonly problems: Problems }

/** The whole input as one JSON field, for schemas that no form can draw. */
export const wholeKey = ''

export function fieldsOf(schema: Readonly<Record<string, unknown>>): InputField[] {
  const fields = isPlainObject(schema) ? objectFields(schema, []) : []
  return fields.length > 0 ? fields : [wholeField(schema)]
}

export function typedAtFirst(fields: readonly InputField[]): Typed {
  return Object.fromEntries(fields.map(({ key, initial }) => [key, initial]))
}

/** The fields as they were filled in for that input; what it does not have is empty. */
export function typedLike(fields: readonly InputField[], input: Json): Typed {
  return Object.fromEntries(fields.map(({ key, path, kind }) => [key, typedForm(kind, valueAt(input, path))]))
}

function valueAt(input: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), input)
}

export function fill(fields: readonly InputField[], typed: Typed): Filled {
  const problems: Record<string, string> = {}
  let input: Json = {}
  for (const field of fields) {
    const read = readField(field, typed[field.key] ?? '')
    if (read.problem !== null) problems[field.key] = read.problem
    else if (read.value === undefined) continue
    else if (field.key === wholeKey) input = read.value
    else input = place(input, field.path, read.value)
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, input }
}

/** The service's complaints at the fields that they are about; the rest is not found here. */
export function problemsOf(fields: readonly InputField[], details: readonly FieldError[]): Problems {
  const found: Record<string, string> = {}
  for (const { field: place, reason } of details) {
    const key = place.replace(/^input\.?/, '')
    const field = fields.find((each) => each.key === key) ?? fields.find((each) => key.startsWith(`${each.key}.`))
    if (field !== undefined) found[field.key] = reason
  }
  return found
}

function isPlainObject(schema: Readonly<Record<string, unknown>>): boolean {
  return schema.type === 'object' && isRecord(schema.properties)
}

/** One level of nesting is drawn; what lies deeper is typed as JSON. */
function objectFields(schema: Readonly<Record<string, unknown>>, path: readonly string[]): InputField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, given]) => {
    const property = isRecord(given) ? given : {}
    const here = [...path, name]
    if (path.length === 0 && isPlainObject(property)) return objectFields(property, here)
    return [toField(property, here, required.includes(name))]
  })
}

function toField(schema: Readonly<Record<string, unknown>>, path: readonly string[], isRequired: boolean): InputField {
  const kind = kindOf(schema)
  return {
    key: path.join('.'),
    path,
    label: typeof schema.title === 'string' ? schema.title : path.join(' '),
    about: typeof schema.description === 'string' ? schema.description : null,
    kind,
    isRequired,
    choices: Array.isArray(schema.enum) ? schema.enum.map((choice) => JSON.stringify(choice)) : [],
    initial: typedForm(kind, schema.default),
  }
}

function kindOf({ type, enum: choices, items }: Readonly<Record<string, unknown>>): FieldKind {
  if (Array.isArray(choices)) return 'choice'
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return type === 'array' && isRecord(items) && items.type === 'string' ? 'list' : 'json'
}

function typedForm(kind: FieldKind, value: unknown): string {
  if (value === undefined) return kind === 'boolean' ? 'false' : ''
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  if (kind === 'text' && typeof value === 'string') return value
  return kind === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value)
}

function wholeField(schema: Readonly<Record<string, unknown>>): InputField {
  const about = typeof schema.description === 'string' ? schema.description : null
  const initial = typedForm('json', schema.default ?? {})
  const base = { key: wholeKey, path: [], label: 'Input as JSON', about, choices: [], initial }
  return { ...base, kind: 'json', isRequired: true }
}

type Read = { readonly value: Json | undefined; readonly problem: string | null }

const none: Read = { value: undefined, problem: null }
const good = (value: Json): Read => ({ value, problem: null })
const bad = (problem: string): Read => ({ value: undefined, problem })

function readField({ kind, isRequired }: InputField, typed: string): Read {
  const isEmpty = kind === 'text' ? typed === '' : typed.trim() === ''
  if (isEmpty) return isRequired ? bad(kind === 'choice' ? 'Choose one.' : 'Fill this in.') : none
  switch (kind) {
    case 'text':
      return good(typed)
    case 'boolean':
      return good(typed === 'true')
    case 'number':
    case 'integer':
      return readNumber(typed, kind)
    case 'list':
      return good(
        typed
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
    case 'choice':
    case 'json':
      return readJson(typed)
  }
}

function readNumber(typed: string, kind: 'number' | 'integer'): Read {
  const value = Number(typed)
  if (!Number.isFinite(value)) return bad('This is no number.')
  return kind === 'integer' && !Number.isInteger(value) ? bad('This takes a whole number.') : good(value)
}

function readJson(typed: string): Read {
  try {
    return good(JSON.parse(typed) as Json)
  } catch (error) {
    return bad(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function place(input: Json, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path
  if (name === undefined || !isRecord(input)) return value
  const inner = (input as Record<string, Json>)[name] ?? {}
  return { ...input, [name]: rest.length === 0 ? value : place(inner, rest, value) }
}
