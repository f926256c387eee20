// Asks the model about one batch after the other; an answer that can't be used gets one second try.
import { err, ok, type Result } from '#base/result.ts'
import type { ChatAnswer, ChatModel } from '#platform/server/model/chat-model.ts'
import type { ModelFailure } from '#platform/server/model/model-failure.ts'
import { answerSchemaFor, repairMessages } from '../../core/answer.ts'
import type { Batch, ChatMessage } from '../../core/prompt.ts'
import type { ModelScore } from '../../core/rank.ts'
import { estimateTokens } from '../../core/tokens.ts'
import { breathe } from '../context.ts'
import { missingProblem, parseAnswer, type ParsedAnswer } from './parse-answer.ts'

export type Asked = {
  readonly answers: ReadonlyMap<string, ModelScore>
  readonly model: string | null
  readonly repairs: number
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly modelMs: number
}

export type AskOptions = {
  readonly model: ChatModel
  readonly signal: AbortSignal
  /** Told how many tasks were answered so far. */
  readonly onAnswered: (tasks: number) => void
}

export type RunFailure = Omit<ModelFailure, 'code'> & { readonly code: ModelFailure['code'] | 'bad_answer' }

/** An answer needs room even where the prompt was estimated too high. */
const fewestAnswerTokens = 512
/** Below this share of answered tasks a batch says too little to go on with. */
const fewestAnswered = 0.5

export async function askModel(
  batches: readonly Batch[],
  { model, signal, onAnswered }: AskOptions,
): Promise<Result<Asked, RunFailure>> {
  const beganMs = performance.now()
  const answers = new Map<string, ModelScore>()
  const talk = createTalk(model, signal)
  let asked = 0
  for (const batch of batches) {
    const scores = await askBatch(batch, talk)
    if (!scores.ok) return scores
    for (const [id, score] of scores.value) answers.set(id, score)
    asked += batch.ids.length
    onAnswered(asked)
    await breathe()
  }
  return ok({ answers, ...talk.told(), modelMs: Math.round(performance.now() - beganMs) })
}

async function askBatch(batch: Batch, talk: Talk): Promise<Result<ReadonlyMap<string, ModelScore>, RunFailure>> {
  const first = await talk.ask(batch, batch.messages)
  if (!first.ok) return first
  const parsed = parseAnswer(first.value.text, batch.ids)
  const problem = problemOf(parsed)
  if (parsed.ok && problem === null) return ok(parsed.value.scores)
  const question = repairMessages(batch.messages, { answer: first.value.text, problem: problem ?? '' })
  const second = await talk.repair(batch, question)
  if (!second.ok) return second
  const repaired = parseAnswer(second.value.text, batch.ids)
  if (!repaired.ok) return err(badAnswer(repaired.error))
  const { scores, missing } = repaired.value
  // What a small model leaves out twice keeps its earlier score; that is better than no run at all.
  if (scores.size >= fewestAnswered * batch.ids.length) return ok(scores)
  return err(badAnswer(missingProblem(missing)))
}

function problemOf(parsed: Result<ParsedAnswer, string>): string | null {
  if (!parsed.ok) return parsed.error
  return parsed.value.missing.length === 0 ? null : missingProblem(parsed.value.missing)
}

function badAnswer(problem: string): RunFailure {
  return {
    code: 'bad_answer',
    reason: `The model's answer ${problem}, also at the second try. Nothing was changed.`,
    hint: 'Run it again, or take a model that follows JSON schemas better: model.name in config.json.',
  }
}

type Talk = ReturnType<typeof createTalk>

/** Keeps count of what was asked and told. */
function createTalk(model: ChatModel, signal: AbortSignal) {
  const told = {
    model: null as string | null,
    repairs: 0,
    promptTokens: null as number | null,
    completionTokens: null as number | null,
  }
  async function ask(batch: Batch, messages: readonly ChatMessage[]): Promise<Result<ChatAnswer, RunFailure>> {
    const used = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    const answer = await model.chat({
      messages,
      schema: { name: 'triage', schema: answerSchemaFor(batch.ids) },
      maxTokens: Math.max(fewestAnswerTokens, model.contextTokens - used),
      signal,
    })
    if (!answer.ok) return answer
    told.model = answer.value.model
    told.promptTokens = add(told.promptTokens, answer.value.promptTokens)
    told.completionTokens = add(told.completionTokens, answer.value.completionTokens)
    return answer
  }
  return {
    ask,
    repair(batch: Batch, messages: readonly ChatMessage[]) {
      told.repairs += 1
      return ask(batch, messages)
    },
    told: () => ({ ...told }),
  }
}

const add = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more)
