// What `orrery ask` does: a session like the page's, whose words are printed as they come. Ctrl+C stops it, as STOP does there.
import { hasModel } from '#base/harness/local-models.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { bind } from '#platform/server/http/bind.ts'
import { pause } from '#platform/server/pause.ts'
import { cancelSession, readFabricSession, startSession } from '#rooms/devices/api.ts'
import { startRequestSchema } from '#rooms/devices/contract.ts'
import { readLog } from '#rooms/sessions/api.ts'
import {
  logNextHeader,
  logQuerySchema,
  readSessionAnswerSchema,
  sessionAnswerSchema,
  type Session,
} from '#rooms/sessions/contract.ts'
import type { Assistant } from '../../contract.ts'
import { readAnswer } from '../../core/answer.ts'
import { modelToOffer } from '../../core/awake.ts'
import { assistantRoutes } from '../bound-routes.ts'
import type { AskAssistantOptions } from '../cli.ts'

const start = bind(startSession, { summary: '', status: 201, body: startRequestSchema, answer: sessionAnswerSchema })
const read = bind(readFabricSession, { summary: '', answer: readSessionAnswerSchema })
const cancel = bind(cancelSession, { summary: '', answer: sessionAnswerSchema })
const log = bind(readLog, { summary: '', query: logQuerySchema })

const lookMs = 150
const never = new AbortController().signal
/** More than is written between two looks. */
const partBytes = 1_048_576

export async function ask(cli: Cli, words: readonly string[], { model, models }: AskAssistantOptions): Promise<void> {
  const assistant = await cli.api.ask(assistantRoutes.readAssistant)
  if (models === true) return tellModels(cli, assistant)
  const question = (words.join(' ') === '-' ? await cli.process.readStdin() : words.join(' ')).trim()
  if (question === '') throw new CliError('usage', 'say what to ask, as in: orrery ask "What should I look at first?"')
  if (!assistant.is_awake) throw silent(assistant.why, assistant.hint)
  const body = {
    harness: 'mother-llm',
    deviceTarget: 'auto',
    model: model ?? modelToOffer(assistant.models, assistant.present),
    prompt: question,
  } as const
  const { session } = await cli.api.ask(start, { body })
  const interrupted = cli.process.catchSignals()
  const { ended, text } = await follow(cli, session.id, interrupted)
  if (cli.output.json) return cli.output.result({ session: ended, answer: text }, '')
  cli.output.raw('\n')
  if (ended.end_reason === 'cancelled') return cli.output.note('Stopped.')
  if (ended.state === 'failed') throw silent(ended.cause?.metadata ?? null, `See: orrery logs ${session.id}`)
  if (text === '') throw silent('The model said nothing.', 'Ask again, or another model with --model.')
}

function tellModels(cli: Cli, assistant: Assistant): void {
  const { models, present, is_awake: isAwake, why, hint } = assistant
  const lines = models.map((name, index) => {
    const marks = [index === 0 ? 'default' : null, hasModel(present, name) ? null : 'not there']
    const told = marks.filter((mark) => mark !== null).join(', ')
    return told === '' ? name : `${name} (${told})`
  })
  const others = present.filter((name) => !models.some((model) => hasModel([name], model)))
  cli.output.result(assistant, [...lines, ...others].join('\n'))
  if (!isAwake) cli.output.note(`Silent: ${why ?? ''} ${hint ?? ''}`.trim())
}

type Followed = { readonly ended: Session; readonly text: string }

/** Prints what is new of the answer until the session is over. */
async function follow(cli: Cli, id: string, interrupted: AbortSignal): Promise<Followed> {
  let [raw, from, printed, isStopped] = ['', '', '', false]
  for (;;) {
    const { session } = await cli.api.ask(read, { params: { id } })
    // In this order: what is written before its end is there once it has ended.
    const part = await readPart(cli, id, from)
    from = part.next
    raw += part.text
    const { text } = readAnswer(raw)
    if (!cli.output.json && text.startsWith(printed)) {
      cli.output.raw(text.slice(printed.length))
      printed = text
    }
    if (session.ended_at !== null && part.text === '') return { ended: session, text }
    if (interrupted.aborted && !isStopped) {
      isStopped = true
      await cli.api.ask(cancel, { params: { id } })
    }
    await pause(lookMs, isStopped ? never : interrupted)
  }
}

type Part = { readonly text: string; readonly next: string }

async function readPart(cli: Cli, id: string, from: string): Promise<Part> {
  const query = from === '' ? { tail: partBytes } : { from, tail: partBytes }
  try {
    const { text, header } = await cli.api.askText(log, { params: { id }, query })
    return { text, next: header(logNextHeader) ?? from }
  } catch (error) {
    // It has written nothing yet.
    if (error instanceof CliError && from === '') return { text: '', next: '' }
    throw error
  }
}

function silent(why: string | null, hint: string | null): CliError {
  return new CliError('unavailable', `the assistant is silent: ${why ?? 'nobody knows why'}`, {
    hints: hint === null ? [] : [hint],
  })
}
