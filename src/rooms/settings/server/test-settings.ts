// Tries what is set: the model server with a tiny question, and the greeting of the gateway.
import { oneLine } from '#base/cut-text.ts'
import { jsonIn } from '#base/model-answer.ts'
import { printable } from '#base/printable.ts'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Config } from '#platform/server/config/config.ts'
import { probeGateway } from '#platform/server/gateway/probe.ts'
import type { TokenPlaces } from '#platform/server/gateway/token.ts'
import { createChatModel, listModels, type ChatAnswer } from '#platform/server/model/chat-model.ts'
import { noModel, type ModelFailure } from '#platform/server/model/model-failure.ts'
import { findModelServer, serverWords } from '#platform/server/model/model-server.ts'
import { version } from '#platform/server/version.ts'
import type { SettingsTested, Tested, TestStep } from '../contract.ts'

export type TestPlaces = Pick<TokenPlaces, 'userHome' | 'environment'>

/** For a list of models, and for a gateway's greeting: a person waits. */
const lookSeconds = 5

export function testSettings(
  what: Exclude<Tested, 'agent'>,
  config: Pick<Config, 'model' | 'gateway'>,
  places: TestPlaces,
): Promise<SettingsTested> {
  return what === 'model' ? testModel(config.model) : testGateway(config.gateway, places)
}

async function testModel(model: Config['model']): Promise<SettingsTested> {
  const { url } = model
  const reached = await step(
    'Reached',
    async () => orByName(model, await listModels({ url, timeoutSeconds: lookSeconds })),
    (models) => listWords(model, models),
  )
  if (reached.value === null) return { ...nothing, works: false, steps: [reached.told] }
  const server = await findModelServer(url, lookSeconds * secondMs)
  const question = {
    messages: [{ role: 'user', content: 'Answer with the JSON object {"works": true}.' }],
    schema: { name: 'works', schema: answerSchema },
    maxTokens: 256,
  } as const
  const answered = await step('Answers', async () => inJson(await createChatModel(() => model).chat(question)), wordsOf)
  return {
    ...nothing,
    works: answered.told.works,
    steps: [reached.told, answered.told],
    models: reached.value === 'untold' ? [] : [...reached.value],
    server: server === null ? null : serverWords(server),
  }
}

/** `untold`: it keeps its list to itself, and the model that is named may answer all the same. */
type Listed = readonly string[] | 'untold'

function orByName(
  { url, name }: Config['model'],
  listed: Result<readonly string[], ModelFailure>,
): Result<Listed, Failure> {
  if (listed.ok && listed.value.length === 0 && name === null)
    return err({ reason: `${url} answers, and lists no model.`, hint: noModel(url).hint })
  if (listed.ok) return listed
  const { code } = listed.error
  // The time that is set is that of answers, and these few seconds are ours.
  if (code === 'model_timeout') return err({ reason: listed.error.reason, hint: silentHint })
  const answersOtherwise = code === 'model_error' || code === 'model_answer_unreadable'
  return answersOtherwise && name !== null ? ok('untold') : listed
}

const silentHint =
  'It may be loading a model: try again in a moment. Otherwise look whether model.url is that of a model server.'

function listWords({ url, name }: Config['model'], models: Listed): string {
  if (models === 'untold') return `${url} answers, and lists no models: ${name}, set in model.name, is asked.`
  if (models.length === 0) return `${url} answers, and lists no model.`
  const isMissing = name !== null && !models.includes(name)
  const missing = isMissing ? `; ${name}, set in model.name, is not among them` : ''
  return `${url} lists ${countOf(models)}${missing}.`
}

const nothing: Pick<SettingsTested, 'models' | 'server' | 'printed'> = { models: [], server: null, printed: null }

const countOf = (models: readonly string[]): string => (models.length === 1 ? '1 model' : `${models.length} models`)

const answerSchema = {
  type: 'object',
  properties: { works: { type: 'boolean' } },
  required: ['works'],
  additionalProperties: false,
}

/** Triage reads JSON and nothing else. */
function inJson(answered: Result<ChatAnswer, ModelFailure>): Result<ChatAnswer, Failure> {
  if (!answered.ok || answered.value.isCut || jsonIn(answered.value.text) !== undefined) return answered
  const { model, text } = answered.value
  const said = oneLine(printable(text), shownCharacters)
  return err({
    reason: said === '' ? `${model} answers with an empty text.` : `${model} answers, but not in JSON: “${said}”`,
    hint: 'Triage needs JSON: take a larger model, or a server that holds it to a schema, as Ollama, llama.cpp and vLLM do.',
  })
}

/** Of an answer that is no use: enough to see what it is. */
const shownCharacters = 80

function wordsOf({ model, form, isCut, text }: ChatAnswer): string {
  if (isCut) return `${model} answers. It thought so long that its answer was cut.`
  const takesSchema = form === 'json_schema' && typeof Object(jsonIn(text)).works === 'boolean'
  return takesSchema
    ? `${model} answers, and keeps to a JSON schema.`
    : `${model} answers in JSON, and keeps to no schema: triage checks what it says, and may ask twice.`
}

const sourceWords = {
  config: 'with the token of gateway.token',
  gateway_file: "with the token of the gateway's own file",
  none: 'without a token',
} as const

async function testGateway({ url, token }: Config['gateway'], places: TestPlaces): Promise<SettingsTested> {
  const probe = { ...places, url, configured: token, version, openMs: lookSeconds * secondMs }
  const { told } = await step(
    'Greets',
    () => probeGateway(probe),
    ({ version: theirs, tokenSource }) => `OpenClaw ${theirs} at ${url} greets, ${sourceWords[tokenSource]}.`,
  )
  return { ...nothing, works: told.works, steps: [told] }
}

type Failure = { readonly reason: string; readonly hint: string | null }

async function step<T>(
  title: string,
  act: () => Promise<Result<T, Failure>>,
  words: (value: T) => string,
): Promise<{ readonly value: T | null; readonly told: TestStep }> {
  const startedMs = performance.now()
  const done = await act()
  const tookMs = Math.round(performance.now() - startedMs)
  if (done.ok)
    return { value: done.value, told: { title, works: true, says: words(done.value), hint: null, took_ms: tookMs } }
  const { reason, hint } = done.error
  return { value: null, told: { title, works: false, says: reason, hint, took_ms: tookMs } }
}
