// A model whose answers are given beforehand, for what asks it.
import { err, ok, type Result } from '#base/result.ts'
import type { ChatAnswer, ChatModel, ChatRequest } from '#platform/server/model/chat-model.ts'
import type { ModelFailure } from '#platform/server/model/model-failure.ts'

export type ScriptedModel = ChatModel & { readonly requests: ChatRequest[] }

export function scriptedModel(answers: readonly Result<ChatAnswer, ModelFailure>[]): ScriptedModel {
  const requests: ChatRequest[] = []
  return {
    requests,
    contextTokens: 8192,
    chat(request) {
      const answer = answers[requests.length]
      requests.push(request)
      return answer === undefined ? Promise.reject(new Error('one question too many')) : Promise.resolve(answer)
    },
  }
}

export const says = (text: string, more: Partial<ChatAnswer> = {}): Result<ChatAnswer, never> =>
  ok({ text, isCut: false, form: 'json_schema', model: 'm', promptTokens: 10, completionTokens: 5, ...more })

export const fails = (code: ModelFailure['code']): Result<never, ModelFailure> =>
  err({ code, reason: `It ended with ${code}.`, hint: null })
