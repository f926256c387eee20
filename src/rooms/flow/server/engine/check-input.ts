// Checks the input of a run against its strand's JSON Schema.
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { invalid } from '#platform/server/http/validation.ts'
import { z } from 'zod'
import type { StrandDefinition } from '../../core/definition.ts'
import type { Trigger } from './trigger.ts'

/** What one run may be given. */
const inputLimitBytes = 1024 * 1024

const compiled = new WeakMap<object, z.ZodType>()

/** Answers the input with the schema's defaults filled in. A schedule gives none, so it is not asked for one. */
export function checkInput(
  { id, inputSchema, triggerType }: StrandDefinition,
  { trigger, input }: Pick<Trigger, 'trigger' | 'input'>,
): Result<Json, Refusal> {
  if (input !== null && JSON.stringify(input).length > inputLimitBytes) return err(tooLarge)
  if (inputSchema === null) {
    return trigger !== 'manual' || input === null || triggerType === 'webhook' ? ok(input) : err(takesNone(id))
  }
  if (trigger === 'cron') return ok(input)
  const schema = compile(inputSchema)
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return ok(parsed.data as Json)
  const refusal = invalid(parsed.error, schema, 'the input')
  const details = refusal.details?.map(({ field, reason }) => ({
    field: field === '' ? 'input' : `input.${field}`,
    reason,
  }))
  return err({ ...refusal, ...(details === undefined ? {} : { details }) })
}

/** Why a schema can't be used, as a sentence without its subject; null when it can. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | null {
  try {
    compile(schema)
    return null
  } catch (error) {
    return `is no JSON Schema that can be checked: ${error instanceof Error ? error.message : String(error)}`
  }
}

function compile(schema: Readonly<Record<string, unknown>>): z.ZodType {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made = z.fromJSONSchema(schema)
  compiled.set(schema, made)
  return made
}

const tooLarge: Refusal = {
  error: 'too_large',
  reason: 'The input is larger than 1 MiB.',
  hint: 'Put it into a file and give its path.',
}

const takesNone = (id: string): Refusal => ({
  error: 'invalid_request',
  reason: `The strand ${id} takes no input.`,
  hint: 'Describe its input in the strand as a JSON Schema, or run it without.',
  details: [{ field: 'input', reason: 'is not taken' }],
})
