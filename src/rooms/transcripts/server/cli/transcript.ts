// `orrery transcript`: what an agent said and did, as lines, as Markdown or as JSON, and on as more comes.
import { hashText } from '#base/hash-text.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { pause } from '#platform/server/pause.ts'
import type { TranscriptAnswer, TranscriptItem } from '../../contract.ts'
import { foldTurns } from '../../core/fold.ts'
import { toMarkdown } from '../../core/markdown.ts'
import { plainLines } from '../../core/plain-lines.ts'
import { wholeWords } from '../../core/words.ts'
import { transcriptRoutes } from '../bound-routes.ts'
import type { TranscriptsCliPorts } from '../ports.ts'

export type TranscriptOptions = { readonly typed: string; readonly follow?: true; readonly markdown?: true }

/** Throws `CliError` for what the service refuses, and for a session without a transcript. */
export async function showTranscript(
  cli: Cli,
  { findSession }: TranscriptsCliPorts,
  { typed, follow, markdown }: TranscriptOptions,
): Promise<void> {
  if (follow === true && markdown === true)
    throw new CliError('usage', '--markdown is of a whole transcript: it does not go with --follow')
  const id = /^[a-z0-9]{16}$/.test(typed) ? typed : (await findSession(cli, typed)).id
  if (follow === true) return followTranscript(cli, id)
  const whole = await readWhole(cli, id)
  if (whole.why_none !== null) throw new CliError('refused', whole.why_none)
  const turns = foldTurns(whole.items)
  const text =
    markdown === true ? toMarkdown({ title: whole.session.title, agent: whole.agent, turns }) : linesOf(whole.items)
  cli.output.result(whole, text.trimEnd())
  if (markdown !== true) cli.output.note([...(whole.agent === null ? [] : [whole.agent]), wholeWords(turns)].join(', '))
}

async function readPart(cli: Cli, id: string, cursor: string | null): Promise<TranscriptAnswer> {
  const query = cursor === null ? {} : { cursor }
  return cli.api.ask(transcriptRoutes.readTranscript, { params: { id }, query })
}

async function readWhole(cli: Cli, id: string): Promise<TranscriptAnswer> {
  let items: readonly TranscriptItem[] = []
  for (let cursor: string | null = null; ;) {
    const part: TranscriptAnswer = await readPart(cli, id, cursor)
    items = part.is_anew ? part.items : [...items, ...part.items]
    if (part.is_end) return { ...part, items: [...items] }
    cursor = part.cursor
  }
}

function linesOf(items: readonly TranscriptItem[]): string {
  return items
    .flatMap((item) => plainLines(item, clockText))
    .join('\n')
    .replace(/^\n/, '')
}

/** Quick enough for an eye that watches, and one small request each. */
const everyMs = 1000

/**
 * Ends when the person interrupts. What is not there yet is waited for, and so is a service that is away for a while, as in
 * a restart.
 */
async function followTranscript(cli: Cli, id: string): Promise<void> {
  const interrupted = cli.process.catchSignals()
  const follower: Follower = { id, told: new Set(), cursor: null, remark: null }
  while (!interrupted.aborted) {
    const isEnd = await tellMore(cli, follower).catch((error: unknown) => {
      if (!(error instanceof CliError) || error.exit !== 'unavailable') throw error
      remark(cli, follower, `${error.message}; following goes on when it is back`)
      return true
    })
    if (isEnd) await pause(everyMs, interrupted)
  }
}

type Follower = { readonly id: string; readonly told: Set<string>; cursor: string | null; remark: string | null }

async function tellMore(cli: Cli, follower: Follower): Promise<boolean> {
  const part = await readPart(cli, follower.id, follower.cursor)
  remark(cli, follower, part.is_anew ? 'The file began anew.' : part.why_none)
  for (const item of part.items) tellOne(cli, item, follower.told)
  follower.cursor = part.cursor === '' ? null : part.cursor
  return part.is_end
}

/** Once, until there is another one. */
function remark(cli: Cli, follower: Follower, text: string | null): void {
  if (text !== null && text !== follower.remark) cli.output.note(text)
  follower.remark = text
}

/** Some clients write a message again as it grows: what is told of it is what was not there before. */
function tellOne(cli: Cli, item: TranscriptItem, told: Set<string>): void {
  const text = cli.output.json ? JSON.stringify(item) : plainLines(item, clockText).join('\n')
  const key = `${item.id} ${hashText(text)}`
  if (text === '' || told.has(key)) return
  told.add(key)
  cli.output.raw(`${text}\n`)
}
