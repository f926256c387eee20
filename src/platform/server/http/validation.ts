// Checks requests against zod schemas and says in words what does not fit.
import { nearest } from '#base/nearest.ts'
import { readDocs } from '#platform/api.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import type { z } from 'zod'
import { knownFields } from './known-fields.ts'

/** Carries a refusal through fastify, whose parsers and validators speak by errors. */
export class RequestRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.name = 'RequestRefused'
    this.refusal = refusal
  }
}

type Checked = { value: unknown } | { error: Error }
type Compile = (route: { schema: z.ZodType; httpPart?: string | undefined }) => (data: unknown) => Checked

/** fastify's validator compiler for zod schemas. */
export const compileValidator: Compile = ({ schema, httpPart }) => {
  const whole = wholes[httpPart ?? ''] ?? 'the request'
  return (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: new RequestRefused(invalid(parsed.error, schema, whole)) }
  }
}

/** What a message calls the whole when no single field is at fault. */
const wholes: Readonly<Record<string, string>> = {
  body: 'the body',
  querystring: 'the query',
  params: 'the path',
  headers: 'the headers',
}

/** A body of a megabyte may have a hundred thousand faults, with names as long: the first ones tell enough. */
export const maxDetails = 20
export const maxFieldLength = 200

/** The refusal for a failed parse: each fault as a detail, the first one in the sentence. */
export function invalid(error: z.ZodError, schema: z.ZodType, whole: string): Refusal {
  const issues = error.issues.slice(0, maxDetails)
  const details = issues.flatMap((issue) => describe(issue, schema)).slice(0, maxDetails)
  const [first] = details
  const subject = first === undefined || first.field === '' ? whole : `"${first.field}"`
  return {
    error: 'invalid_request',
    reason: `The request is not valid: ${subject} ${first?.reason ?? 'is not accepted'}.`,
    details,
  }
}

type Issue = z.core.$ZodIssue

function describe(issue: Issue, schema: z.ZodType): FieldError[] {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxDetails).map((key) => unknownField(key, issue.path, schema))
  }
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.toSorted((one, other) => one.length - other.length)
    const [closest] = branches
    if (closest === undefined || closest.length === 0)
      return [{ field, reason: `has none of the accepted forms: see ${readDocs.path}` }]
    return closest.flatMap((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] }, schema))
  }
  return [{ field, reason: reasonOf(issue) }]
}

function unknownField(key: string, path: readonly PropertyKey[], schema: z.ZodType): FieldError {
  const meant = nearest(key, knownFields(schema, path))
  const advice = meant === null ? '' : ` (did you mean "${meant}"?)`
  return { field: [...path, key].join('.').slice(0, maxFieldLength), reason: `is not a known field${advice}` }
}

/** Completes the sentence that begins with the field's name. What a schema says in its own words is such an end already. */
function reasonOf(issue: Issue): string {
  // Issues leave the input out, so that no secret is repeated; the message alone tells that it is missing.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required'
  return isOfZod(issue.message) ? ownWords(issue) : issue.message
}

/** How zod's own messages begin, which name types and patterns. */
function isOfZod(message: string): boolean {
  return /^(Invalid|Too big|Too small|Unrecognized|No matching)\b/.test(message)
}

function ownWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty'
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${bound(issue.minimum, issue.origin)}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${bound(issue.maximum, issue.origin)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `must be ${formatNames[issue.format] ?? `of another form: see ${readDocs.path}`}`
    case 'custom':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'unrecognized_keys':
      return `is not accepted as it is: see ${readDocs.path}`
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** A pattern of ours has words of its own. */
const formatNames: Readonly<Record<string, string>> = {
  datetime: 'a time in UTC to the millisecond, as in "2026-11-22T08:30:00.000Z"',
  date: 'a date as in "2026-11-22"',
  url: 'an address as in "https://example.com"',
  uuid: 'a UUID',
}

const boundUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character long', ' characters long'],
  array: [' item long', ' items long'],
}

function bound(limit: number | bigint, origin: string): string {
  const [one, many] = boundUnits[origin] ?? ['', '']
  return `${limit}${limit === 1 ? one : many}`
}
