// Reads what an author wrote as a definition: checks the form, fills in defaults, then has the whole checked.
import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#base/time.ts'
import { invalid } from '#platform/server/http/validation.ts'
import { jsonSchemaDocumentSchema, triggerTypeSchema } from '../../contract.ts'
import { anyHost, type StepDefinition, type StrandDefinition } from '../../core/definition.ts'
import { validateDefinition, type DefinitionProblem } from '../../core/validate.ts'
import { cronProblem } from '../cron.ts'
import { schemaProblem } from '../engine/check-input.ts'

export type ReadStrand = {
  readonly definition: StrandDefinition
  /** Steps whose body is a built-in's, as `docs-drift-check/check`, by their ids. */
  readonly uses: ReadonlyMap<string, string>
}

/** Longer than any command ought to take, shorter than a night in which nobody notices. */
const defaultTimeoutMs = 10 * minuteMs
const defaultBackoff = { delayMs: 5 * secondMs, factor: 2, maxDelayMs: 5 * minuteMs }

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: secondMs, m: minuteMs, h: hourMs, d: dayMs }

const durationSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/, 'must be milliseconds, or a number with its unit as "30s", "10m" or "2h"')
    .transform((text) => {
      const unit = /[a-z]+$/.exec(text)?.[0] ?? 'ms'
      return Math.round(Number.parseFloat(text) * (unitsMs[unit] ?? 1))
    }),
])

const stepSchema = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  after: z.array(z.string()).default([]),
  host: z.string().min(1).nullable().default(null),
  requires: z.array(z.string().min(1)).default([]),
  timeout: durationSchema.default(defaultTimeoutMs),
  retries: z.number().default(0),
  backoff: z
    .strictObject({
      delay: durationSchema.optional(),
      factor: z.number().optional(),
      maxDelay: durationSchema.optional(),
    })
    .default({}),
  // A function, which the reader replaced.
  run: z.literal(true, { error: 'must be a function' }).optional(),
  uses: z.string().optional(),
})

const strandSchema = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().default(''),
  schedule: z.string().nullable().default(null),
  timezone: z.string().nullable().default(null),
  triggerType: triggerTypeSchema.optional(),
  enabled: z.boolean().default(true),
  startAtBoot: z.boolean().optional(),
  defaultHost: z.string().min(1).default(anyHost),
  requiredCapabilities: z.array(z.string().min(1)).default([]),
  input: jsonSchemaDocumentSchema.nullable().default(null),
  concurrency: z.number().default(1),
  missed: z.enum(['skip', 'run_once']).default('skip'),
  seed: z.boolean().default(false),
  steps: z.array(stepSchema),
})

/** `raw` is the strand as data, its functions replaced by `true`. Answers every problem that it finds. */
export function readDefinition(
  raw: Json,
  facts: Pick<StrandDefinition, 'modulePath' | 'origin'>,
): Result<ReadStrand, readonly DefinitionProblem[]> {
  const parsed = strandSchema.safeParse(raw)
  if (!parsed.success) {
    const { details = [] } = invalid(parsed.error, strandSchema, 'the strand')
    return err(details.map(({ field, reason }) => ({ at: field, reason })))
  }
  const { input, steps, name, triggerType, ...rest } = parsed.data
  const others = [...inputProblem(input), ...steps.flatMap((step, index) => bodyProblem(step, index))]
  const checked = validateDefinition(
    {
      ...rest,
      ...facts,
      name: name ?? rest.id,
      triggerType: triggerType ?? (rest.schedule === null ? 'manual' : 'cron'),
      inputSchema: input,
      steps: steps.map(stepOf),
    },
    { cronProblem },
  )
  if (!checked.ok) return err([...checked.error, ...others])
  if (others.length > 0) return err(others)
  const uses = steps.flatMap((step): [string, string][] => (step.uses === undefined ? [] : [[step.id, step.uses]]))
  return ok({ definition: checked.value, uses: new Map(uses) })
}

type ParsedStep = z.infer<typeof stepSchema>

function stepOf({ id, name, after, host, requires, timeout, retries, backoff }: ParsedStep): StepDefinition {
  return {
    id,
    name: name ?? id,
    after,
    host,
    requires,
    timeoutMs: timeout,
    retry: {
      retries,
      delayMs: backoff.delay ?? defaultBackoff.delayMs,
      factor: backoff.factor ?? defaultBackoff.factor,
      maxDelayMs: backoff.maxDelay ?? Math.max(defaultBackoff.maxDelayMs, backoff.delay ?? 0),
    },
  }
}

function inputProblem(input: StrandDefinition['inputSchema']): DefinitionProblem[] {
  const reason = input === null ? null : schemaProblem(input)
  return reason === null ? [] : [{ at: 'input', reason }]
}

function bodyProblem({ run, uses }: ParsedStep, index: number): DefinitionProblem[] {
  if ((run === undefined) !== (uses === undefined)) return []
  const reason = run === undefined ? 'has no body: give it a function `run`' : 'has both `run` and `uses`: keep one'
  return [{ at: `steps.${index}`, reason }]
}
