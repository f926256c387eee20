// The talk of one run with the model server: what it learned of the server on the way, and what was counted.
import { spokenIn } from '#base/model-answer.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { AnswerForm, ChatAnswer, ChatModel } from '#platform/server/model/chat-model.ts'
import { cutShort, type ModelFailure } from '#platform/server/model/model-failure.ts'
import { answerSchemaFor } from '../../core/ask/answer.ts'
import { reserveTokens, type Batch } from '../../core/ask/prompt.ts'
import { estimateTokens } from '../../core/ask/tokens.ts'

export type RunFailure = Omit<ModelFailure, 'code'> & { readonly code: ModelFailure['code'] | 'bad_answer' }

/** `isTooLong`: fewer tasks, or asking for a shorter answer, may help. */
export type Stopped = { readonly failure: RunFailure; readonly isTooLong: boolean }

export type Told = {
  readonly model: string | null
  readonly repairs: number
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

type Question = Pick<Batch, 'ids' | 'messages'>

export interface Talk {
  /** The text of the answer. */
  ask(question: Question): Promise<Result<string, Stopped>>
  /** The same, and counted as a second try. */
  repair(question: Question): Promise<Result<string, Stopped>>
  told(): Told
}

/** An answer needs room even where the prompt was estimated too high. */
const fewestAnswerTokens = 512
/** Some servers refuse a prompt for the room that its answer may take: it is halved so far before a single task is too much. */
const smallestShare = 1 / 8

export function createTalk(model: ChatModel, signal: AbortSignal): Talk {
  let told: Told = { model: null, repairs: 0, promptTokens: null, completionTokens: null }
  let form: AnswerForm = 'json_schema'
  /** Of the room that is left beside the prompt. */
  let share = 1

  async function ask({ ids, messages }: Question): Promise<Result<string, Stopped>> {
    const used = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    const room = (model.contextTokens - used - reserveTokens / 2) * share
    const answer = await model.chat({
      messages,
      schema: { name: 'triage', schema: answerSchemaFor(ids) },
      form,
      maxTokens: Math.max(fewestAnswerTokens, Math.floor(room)),
      signal,
    })
    if (answer.ok) {
      form = answer.value.form
      told = counted(told, answer.value)
      return textOf(answer.value, ids)
    }
    const isFull = answer.error.code === 'model_context_full'
    if (isFull) share /= 2
    return err({ failure: answer.error, isTooLong: isFull && (ids.length > 1 || share >= smallestShare) })
  }

  return {
    ask,
    repair(question) {
      told = { ...told, repairs: told.repairs + 1 }
      return ask(question)
    },
    told: () => told,
  }
}

/** An answer that was cut before it began went into thinking: with fewer tasks it would, too. */
function textOf({ text, isCut }: ChatAnswer, ids: readonly string[]): Result<string, Stopped> {
  if (!isCut) return ok(text)
  const hasBegun = /[{[]/.test(spokenIn(text).replace(/<think>[\s\S]*/, ''))
  return err({ failure: cutShort(), isTooLong: hasBegun && ids.length > 1 })
}

function counted(told: Told, { model, promptTokens, completionTokens }: ChatAnswer): Told {
  return {
    ...told,
    model,
    promptTokens: add(told.promptTokens, promptTokens),
    completionTokens: add(told.completionTokens, completionTokens),
  }
}

const add = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more)
