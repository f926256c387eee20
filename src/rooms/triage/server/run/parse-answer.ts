// Turns the text of a model into scores, and says what else it holds.
import { z } from 'zod'
import { cutText } from '#base/cut-text.ts'
import { jsonIn } from '#base/model-answer.ts'
import { laneSchema, scorePartsSchema } from '../../contract.ts'
import { named, scoresIn } from '../../core/ask/answer.ts'
import type { ModelScore } from '../../core/rank.ts'

export type ParsedAnswer = {
  readonly scores: ReadonlyMap<string, ModelScore>
  /** Asked about, and not answered in a way that can be used. */
  readonly missing: readonly string[]
  /** Scores of ids that were not asked about, or for the second time. */
  readonly dropped: number
  /** What breaks the form, as the end of a sentence about the answer; null where something is missing at most. */
  readonly problem: string | null
}

/** A sentence is shown; more of it is chatter. */
const reasonLength = 300

/** Without a schema some models write numbers as texts, and lanes as they stand in the rules' headings. */
const written = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-5]$/.test(value) ? Number(value) : value
const { shape } = scorePartsSchema
const partOf = (part: typeof shape.impact) => z.preprocess(written, part)

/** What else a model adds, sums of its own above all, is dropped. */
const scoreSchema = z.object({
  impact: partOf(shape.impact),
  urgency: partOf(shape.urgency),
  confidence: partOf(shape.confidence),
  effort: partOf(shape.effort),
  lane: z.preprocess((lane) => (typeof lane === 'string' ? lane.toLowerCase() : lane), laneSchema.nullish()),
  reason: z.string().nullish().catch(null),
})

export function parseAnswer(text: string, asked: readonly string[]): ParsedAnswer {
  const json = jsonIn(text)
  if (json === undefined) return unusable('is not JSON', asked)
  const wanted = new Set(asked)
  const said = scoresIn(json, wanted)
  if (said === null) return unusable('has no "scores"', asked)
  const scores = new Map<string, ModelScore>()
  let [dropped, problem]: [number, string | null] = [0, null]
  for (const [id, value] of said) {
    const score = wanted.has(id) && !scores.has(id) ? scoreSchema.safeParse(value) : null
    if (score === null) dropped += 1
    else if (score.success) scores.set(id, toScore(score.data))
    else problem ??= problemOf(id, score.error)
  }
  return { scores, missing: asked.filter((id) => !scores.has(id)), dropped, problem }
}

function unusable(problem: string, asked: readonly string[]): ParsedAnswer {
  return { scores: new Map(), missing: asked, dropped: 0, problem }
}

function toScore({ lane, reason, ...parts }: z.infer<typeof scoreSchema>): ModelScore {
  return { parts, lane: lane ?? null, reason: reason == null ? null : cutText(reason, reasonLength) }
}

export const missingProblem = (missing: readonly string[]): string => `leaves out ${named(missing)}`

function problemOf(id: string, { issues }: z.ZodError): string {
  const [first] = issues
  const where = [id, ...(first?.path ?? [])].join('.')
  return `does not fit the schema at "${where}": ${first?.message ?? 'it is wrong'}`
}
