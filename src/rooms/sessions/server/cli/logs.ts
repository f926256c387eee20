// `orrery logs`: what an agent wrote to its terminal, without whatever could steer this one.
import { terminalText } from '#base/terminal-text.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { pause } from '#platform/server/pause.ts'
import type { LogQuery } from '../../api.ts'
import { logNextHeader, type Session } from '../../contract.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { pickSession } from '../../core/list/pick-session.ts'
import { allSessions, findSession } from './find.ts'

export type ShowLogOptions = { readonly follow?: boolean; readonly lines: number; readonly raw?: boolean }

/** Quick enough for an eye that watches, and one small request each. */
const followEveryMs = 400
/** The least that is fetched at first: what is read on after that has no gap. */
const leastBytes = 256 * 1024
/** A generous line of a terminal, escape sequences included. */
const bytesPerLine = 400
const mostBytes = 10 * 1024 * 1024

export async function showLog(cli: Cli, name: string, options: ShowLogOptions): Promise<void> {
  const session = await findAnywhere(cli, name)
  const bytes = Math.min(mostBytes, Math.max(leastBytes, options.lines * bytesPerLine))
  const { text, next } = await read(cli, session, { tail: bytes })
  const shown = lastLines(text, options.lines)
  if (cli.output.json) return cli.output.result({ session_id: session.id, log: terminalText(shown, plain) }, '')
  const print = (part: string) => cli.output.raw(options.raw === true ? part : terminalText(part, formFor(cli)))
  const isCut = shown !== '' && !shown.endsWith('\n')
  print(isCut && options.follow !== true ? `${shown}\n` : shown)
  if (options.follow === true) await follow(cli, session, { next, print })
}

/** On the board first; else the output of one that left it. */
async function findAnywhere(cli: Cli, name: string): Promise<Session> {
  const board = await allSessions(cli)
  if (pickSession(board, name).ok) return findSession(cli, name)
  try {
    return (await (await import('./history.ts')).findPast(cli, name)).session
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    // What the board says of the name is told: it may be the beginning of several.
    return findSession(cli, name)
  }
}

type Following = { readonly next: string; readonly print: (text: string) => void }

/** Ends when the person interrupts, or when the session ended and nothing more came. */
async function follow(cli: Cli, session: Session, { next: start, print }: Following): Promise<void> {
  const interrupted = cli.process.catchSignals()
  let next = start
  let held = ''
  let quiet = 0
  while (!interrupted.aborted && (quiet < 2 || !(await hasEnded(cli, session)))) {
    await pause(followEveryMs, interrupted)
    const fresh = await read(cli, session, { from: next })
    next = fresh.next
    held += fresh.text
    quiet = fresh.text === '' ? quiet + 1 : 0
    // Half a line may end inside an escape sequence: it waits until nothing follows.
    const whole = quiet > 0 ? held.length : held.lastIndexOf('\n') + 1
    print(held.slice(0, whole))
    held = held.slice(whole)
  }
}

async function read(cli: Cli, { id }: Session, query: LogQuery): Promise<{ text: string; next: string }> {
  const { text, header } = await cli.api.askText(sessionRoutes.readLog, { params: { id }, query })
  // The cut at the beginning may go through a character.
  return { text: text.replace(/^\uFFFD+/, ''), next: header(logNextHeader) ?? '' }
}

async function hasEnded(cli: Cli, { id }: Session): Promise<boolean> {
  const session = (await allSessions(cli)).find((one) => one.id === id)
  return session === undefined || session.ended_at !== null
}

function lastLines(text: string, count: number): string {
  const lines = text.split('\n')
  const hasEnd = lines.at(-1) === ''
  return lines.slice(Math.max(0, lines.length - count - (hasEnd ? 1 : 0))).join('\n')
}

const plain = { keepColour: false }

/** Colours only where colours are wanted at all. */
function formFor({ output }: Cli): { readonly keepColour: boolean } {
  return { keepColour: output.paint('dim', 'x') !== 'x' }
}
