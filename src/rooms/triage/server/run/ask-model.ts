// Asks the model about one batch after the other: smaller ones where the server has less room, once more for what is missing.
import { err, ok, type Result } from '#base/result.ts'
import type { ChatModel } from '#platform/server/model/chat-model.ts'
import { halve, narrow, type Batch } from '../../core/ask/prompt.ts'
import type { ModelScore } from '../../core/rank.ts'
import { repairMessages } from '../../core/ask/answer.ts'
import { breathe } from '../context.ts'
import { missingProblem, parseAnswer, type ParsedAnswer } from './parse-answer.ts'
import { createTalk, type RunFailure, type Stopped, type Talk, type Told } from './talk.ts'

export type ModelAnswers = Told & {
  readonly answers: ReadonlyMap<string, ModelScore>
  /** Scores of the model for ids that were not asked about, or twice. */
  readonly dropped: number
  /** Prompts that were answered, without second tries. */
  readonly batches: number
  readonly modelMs: number
}

export type AskOptions = {
  readonly model: ChatModel
  readonly signal: AbortSignal
  /** Told how many tasks were answered so far. */
  readonly onAnswered: (tasks: number) => void
}

/** Below this share of answered tasks a batch says too little to go on with. */
const fewestAnswered = 0.5

export async function askModel(
  batches: readonly Batch[],
  { model, signal, onAnswered }: AskOptions,
): Promise<Result<ModelAnswers, RunFailure>> {
  const beganMs = performance.now()
  const answers = new Map<string, ModelScore>()
  const talk = createTalk(model, signal)
  const waiting = [...batches]
  /** Most tasks that the server takes at once, as far as it showed. */
  let most = Number.POSITIVE_INFINITY
  let [dropped, answered, asked] = [0, 0, 0]
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const size = batch.ids.length
    if (size > most) {
      waiting.unshift(...halve(batch))
      continue
    }
    const said = await askBatch(batch, talk)
    await breathe()
    if (!said.ok) {
      const { failure, isTooLong } = said.error
      if (!isTooLong) return err(failure)
      most = Math.ceil(size / 2)
      waiting.unshift(batch)
      continue
    }
    for (const [id, score] of said.value.scores) answers.set(id, score)
    dropped += said.value.dropped
    answered += 1
    asked += size
    onAnswered(asked)
  }
  const modelMs = Math.round(performance.now() - beganMs)
  return ok({ answers, dropped, batches: answered, ...talk.told(), modelMs })
}

type BatchAnswer = Pick<ParsedAnswer, 'scores' | 'dropped'>

async function askBatch(batch: Batch, talk: Talk): Promise<Result<BatchAnswer, Stopped>> {
  const first = await talk.ask(batch)
  if (!first.ok) return first
  const parsed = parseAnswer(first.value, batch.ids)
  if (parsed.missing.length === 0) return ok(parsed)
  const second = await askAgain(batch, { parsed, answer: first.value }, talk)
  if (!second.ok) return second
  const scores = new Map([...parsed.scores, ...second.value.scores])
  // What a small model leaves out twice keeps its earlier score; that is better than no run at all.
  if (scores.size < fewestAnswered * batch.ids.length) return unusable(missingProblem(second.value.missing))
  return ok({ scores, dropped: parsed.dropped + second.value.dropped })
}

type FirstAnswer = { readonly parsed: ParsedAnswer; readonly answer: string }

/** About what is missing alone. What breaks the form again is not used. */
async function askAgain(
  batch: Batch,
  { parsed, answer }: FirstAnswer,
  talk: Talk,
): Promise<Result<ParsedAnswer, Stopped>> {
  const left = narrow(batch, new Set(parsed.missing))
  const problem = parsed.problem ?? missingProblem(parsed.missing)
  const second = await talk.repair({ ids: left.ids, messages: repairMessages(left.messages, { answer, problem }) })
  if (!second.ok) return second
  const repaired = parseAnswer(second.value, left.ids)
  const isBroken = repaired.problem !== null && repaired.missing.length > 0
  return isBroken ? unusable(repaired.problem) : ok(repaired)
}

function unusable(problem: string): Result<never, Stopped> {
  const failure: RunFailure = {
    code: 'bad_answer',
    reason: `The model's answer ${problem}, also at the second try. Nothing was changed.`,
    hint: 'Run it again, or take a model that follows JSON schemas better: model.name in config.json.',
  }
  return err({ failure, isTooLong: false })
}
