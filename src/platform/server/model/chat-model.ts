// Asks the configured model server for chat completions: that one origin, no redirects, within a time and a size.
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import { printable } from '#base/printable.ts'
import { wordsOfNetwork } from '#base/network-words.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import {
  cancelled,
  noList,
  noModel,
  refused,
  timedOut,
  tooLarge,
  unreachable,
  unreadable,
  type ModelFailure,
} from './model-failure.ts'
import { readBody } from './read-body.ts'

/** How a server is held to JSON. One that refuses a form is asked again with the next. */
const answerForms = ['json_schema', 'json_object', 'text'] as const
export type AnswerForm = (typeof answerForms)[number]

export type ChatRequest = {
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[]
  /** JSON schema that the answer's text has to fit. */
  readonly schema: { readonly name: string; readonly schema: Record<string, unknown> }
  /** The form to begin with, as an earlier answer of the server told it; default `json_schema`. */
  readonly form?: AnswerForm
  /** Most tokens of the answer. */
  readonly maxTokens: number
  readonly signal?: AbortSignal
}

export type ChatAnswer = {
  readonly text: string
  /** True: the text ends where the answer had no more room. */
  readonly isCut: boolean
  /** What the server took. */
  readonly form: AnswerForm
  /** As the server names it. */
  readonly model: string
  /** Null where the server does not count. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

export interface ChatModel {
  /** How many tokens prompt and answer may have together, as it is now. */
  readonly contextTokens: number
  chat(request: ChatRequest): Promise<Result<ChatAnswer, ModelFailure>>
}

export type ChatModelOptions = {
  /** Base address, as `http://127.0.0.1:11434/v1`. */
  readonly url: string
  /** Null: the first that the server lists. */
  readonly name: string | null
  readonly contextTokens: number
  readonly timeoutSeconds: number
}

/** A whole batch of scores has a few hundred kilobytes; nothing that a model writes comes near this. */
export const answerLimitBytes = 8 * 1024 * 1024
/** What is shown of a server's own words. */
const shownCharacters = 300

/** Ollama without a model lists null. */
const listSchema = z.object({ data: z.array(z.unknown()).nullable() })
const listedSchema = z.object({ id: z.string().min(1) })
const tokens = z.number().int().nonnegative().nullable().catch(null)
const usageSchema = z.object({ prompt_tokens: tokens, completion_tokens: tokens })
/** Some servers answer in parts, and without a text where all room went into thinking. */
const contentSchema = z.union([z.string(), z.array(z.object({ text: z.string().catch('') }))]).nullish()
const completionSchema = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(z.object({ message: z.object({ content: contentSchema }), finish_reason: z.string().nullish().catch(null) }))
    .min(1),
  usage: usageSchema.nullish().catch(null),
})

/** The options are asked for at each question: one that is under way keeps its own. */
export function createChatModel(optionsNow: () => ChatModelOptions): ChatModel {
  return {
    get contextTokens() {
      return optionsNow().contextTokens
    },
    async chat(request) {
      const options = optionsNow()
      const name = options.name === null ? await firstModel(options, request.signal) : ok(options.name)
      if (!name.ok) return name
      return askInForms(options, request, name.value)
    },
  }
}

async function askInForms(
  options: ChatModelOptions,
  request: ChatRequest,
  model: string,
): Promise<Result<ChatAnswer, ModelFailure>> {
  const { form: first = 'json_schema', signal } = request
  const [form, ...others] = answerForms.slice(answerForms.indexOf(first))
  if (form === undefined) throw new Error(`${first} is no form of answers`)
  const answer = await ask(options, 'chat/completions', { body: bodyOf(request, { model, form }), signal })
  if (answer.ok) return readCompletion(options.url, answer.value, { model, form })
  const [next] = others
  return next !== undefined && refusesForm(answer.error)
    ? askInForms(options, { ...request, form: next }, model)
    : answer
}

type Asked = { readonly model: string; readonly form: AnswerForm }

function bodyOf({ messages, schema, maxTokens }: ChatRequest, { model, form }: Asked): Record<string, unknown> {
  return {
    model,
    messages,
    stream: false,
    temperature: 0,
    max_tokens: maxTokens,
    ...responseFormats(schema)[form],
  }
}

const responseFormats = (schema: ChatRequest['schema']): Readonly<Record<AnswerForm, object>> => ({
  json_schema: { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } },
  json_object: { response_format: { type: 'json_object' } },
  text: {},
})

/** Older servers refuse `response_format`, some only its schemas; what they answer is checked on our side anyway. */
function refusesForm({ code, reason }: ModelFailure): boolean {
  return (
    code === 'model_error' && /response_?format|json_?(schema|object)|grammar|schema|guided|structured/i.test(reason)
  )
}

/** The ids of the models that the server lists, each once and in its order. What answers without a list is refused. */
export async function listModels(
  options: Pick<ChatModelOptions, 'url' | 'timeoutSeconds'>,
  signal?: AbortSignal,
): Promise<Result<readonly string[], ModelFailure>> {
  const answer = await ask(options, 'models', { body: null, signal })
  if (!answer.ok) return answer
  const json = parseJson(answer.value)
  if (json === undefined) return err(noList(options.url, 'it is not JSON'))
  const list = listSchema.safeParse(json)
  if (!list.success) return err(noList(options.url, 'it has no field "data"'))
  const ids = list.data.data?.flatMap((model) => listedSchema.safeParse(model).data?.id ?? []) ?? []
  return ok([...new Set(ids)])
}

async function firstModel(
  options: ChatModelOptions,
  signal: AbortSignal | undefined,
): Promise<Result<string, ModelFailure>> {
  const listed = await listModels(options, signal)
  if (!listed.ok) return listed
  const [name] = listed.value
  return name === undefined ? err(noModel(options.url)) : ok(name)
}

type Asking = { readonly body: Record<string, unknown> | null; readonly signal: AbortSignal | undefined }

/** The text of the answer's body. */
async function ask(
  { url, timeoutSeconds }: Pick<ChatModelOptions, 'url' | 'timeoutSeconds'>,
  path: string,
  { body, signal }: Asking,
): Promise<Result<string, ModelFailure>> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  const signals = signal === undefined ? [timeout] : [timeout, signal]
  try {
    const response = await fetch(`${url}/${path}`, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      signal: AbortSignal.any(signals),
      headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    const text = await readBody(response, answerLimitBytes)
    if (text === null) return err(tooLarge(url, answerLimitBytes))
    return response.ok ? ok(text) : err(refused(url, response.status, shown(text)))
  } catch (error) {
    if (signal?.aborted === true) return err(cancelled)
    if (timeout.aborted) return err(timedOut(url, timeoutSeconds))
    return err(unreachable(url, causeOf(error)))
  }
}

function readCompletion(url: string, body: string, { model: asked, form }: Asked): Result<ChatAnswer, ModelFailure> {
  const json = parseJson(body)
  if (json === undefined) return err(unreadable(url, 'it is not JSON'))
  const completion = completionSchema.safeParse(json)
  const [choice] = completion.data?.choices ?? []
  if (!completion.success || choice === undefined) return err(unreadable(url, 'it has no choices[0].message'))
  const { content } = choice.message
  const isCut = choice.finish_reason === 'length'
  if (typeof content !== 'string' && !Array.isArray(content) && !isCut) {
    return err(unreadable(url, 'it has no text in choices[0].message'))
  }
  const { model, usage } = completion.data
  return ok({
    text: Array.isArray(content) ? content.map(({ text }) => text).join('') : (content ?? ''),
    isCut,
    form,
    model: model ?? asked,
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: usage?.completion_tokens ?? null,
  })
}

/** Undefined for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}

/** The server's own sentence where it gives one. */
function shown(body: string): string {
  const json: unknown = Object(parseJson(body))
  const { error, message } = json as { error?: unknown; message?: unknown }
  const said = [Object(error).message, error, message].find((one) => typeof one === 'string' && one !== '')
  return printable(String(said ?? body)).slice(0, shownCharacters)
}

/** fetch says only that it failed; why stands in the cause, or in the first of several. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  const first: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  return first instanceof Error ? printable(wordsOfNetwork(first)) : String(first)
}
