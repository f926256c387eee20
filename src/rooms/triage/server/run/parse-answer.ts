// Turns the text of a model into scores, or says what is wrong with it as the end of a sentence.
import { z } from 'zod'
import { cutText } from '#base/cut-text.ts'
import { err, ok, type Result } from '#base/result.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import { laneSchema, scorePartsSchema } from '../../contract.ts'
import { checkIds, jsonIn, named } from '../../core/answer.ts'
import type { ModelScore } from '../../core/rank.ts'

/** What else a model adds, sums of its own above all, is dropped. */
const answerSchema = z.object({
  scores: z.array(
    scorePartsSchema.extend({ id: z.string(), lane: laneSchema.nullish(), reason: z.string().nullish() }),
  ),
})

export type ParsedAnswer = {
  readonly scores: ReadonlyMap<string, ModelScore>
  /** Asked about and not answered. */
  readonly missing: readonly string[]
}

/** A sentence is shown; more of it is chatter. */
const reasonLength = 300

export function parseAnswer(text: string, asked: readonly string[]): Result<ParsedAnswer, string> {
  const json = parseJson(jsonIn(text))
  if (json === undefined) return err('is not JSON')
  const answer = answerSchema.safeParse(json)
  if (!answer.success) return err(problemOf(answer.error))
  const { scores } = answer.data
  const ids = checkIds(
    scores.map(({ id }) => id),
    asked,
  )
  if (ids.wrong.length > 0) return err(ids.wrong.join(', and '))
  return ok({
    missing: ids.missing,
    scores: new Map(
      scores.map(({ id, lane, reason, ...parts }) => [
        id,
        { parts, lane: lane ?? null, reason: reason == null ? null : cutText(reason, reasonLength) },
      ]),
    ),
  })
}

export const missingProblem = (missing: readonly string[]): string => `leaves out ${named(missing)}`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}

function problemOf({ issues }: z.ZodError): string {
  const [first] = issues
  const where = first?.path.join('.') ?? ''
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more mistakes)` : ''
  return `does not fit the schema at "${where}": ${first?.message ?? 'it is wrong'}${more}`
}
