// The last line that means something: of the end of a log as a terminal would show it, of a screen, and of what an agent said.
import { shortened } from '#base/cut-text.ts'
import type { LastLine, Session } from '../../contract.ts'
import type { SessionRecord } from '../record.ts'
import { shownLine } from './shown-line.ts'

/** Longest last line, in characters. */
export const lastLineLimit = 200

export type TailReading = {
  /** The program moves its cursor over the screen: what it wrote last is not what stands there last. */
  readonly isDrawn: boolean
  /** The last line that was written after all such moves; null when none of them means anything. */
  readonly text: string | null
}

/** Reads the end of a log; `isCut` says that its first line began before. */
export function readTail(raw: string, { isCut }: { readonly isCut: boolean }): TailReading {
  const lastMove = lastMatch(raw, moves)
  const isDrawn = lastMove !== null
  const after = isDrawn ? raw.slice(lastMove) : raw
  return { isDrawn, text: lastOf(after.split('\n'), isCut || isDrawn) }
}

/** The last line of a screen that is no prompt, rule or border. */
export function lastLineOfScreen(screen: string): string | null {
  return lastOf(screen.split('\n'), false)
}

/** What a terminal showed last, and when. */
export type Seen = Pick<LastLine, 'text' | 'from' | 'at'>

/**
 * What the session printed or did last. Where a client reports by hooks, its last word counts until the terminal shows
 * something later; each word of it is a sign of life, so its time is that of the last one. Null when nothing is known.
 */
export function newestLine(session: Session, seen: Seen | null): Seen | null {
  const { last_message: said, last_activity: saidAt } = session
  if (said === null || (seen !== null && seen.at > saidAt)) return shown(seen)
  const text = tidied(said)
  return text === null ? shown(seen) : { text, from: 'agent', at: saidAt }
}

/** As an answer tells it: without the id of the session that it stands in. */
function shown(seen: Seen | null): Seen | null {
  return seen === null ? null : { text: seen.text, from: seen.from, at: seen.at }
}

/**
 * A client that draws tells by its hooks what it does; at the bottom of its screen stand its keys and its frame. Claude Code
 * draws before its first hook comes.
 */
export function tellsByHooks({ session, client }: Pick<SessionRecord, 'session' | 'client'>): boolean {
  return client?.screen != null || (session.interactive && session.agent_type === 'code-agent')
}

/** What we launched has a log, here or on a device. */
export function isRecorded({ origin, started_at: started }: Session): boolean {
  return (origin === 'launched' || origin === 'fabric') && started !== null
}

/** When the session last gave a sign of life: output is one, too. */
export function lastSign(session: Session, seen: Seen | null): string {
  return seen !== null && seen.at > session.last_activity ? seen.at : session.last_activity
}

const esc = '\u001B'

/**
 * Moves to another line, clears of the whole screen, scroll regions, the second screen. Colours and moves within a line are
 * not among them.
 */
const moves = new RegExp(
  `(?:${esc}\\[|\u009B)(?:[\\d;]*[ABEFHLMSTdfru]|[23]J|\\?(?:47|1047|1049)[hl])|${esc}[78McD]`,
  'g',
)

function lastMatch(text: string, pattern: RegExp): number | null {
  let end: number | null = null
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}

function lastOf(lines: readonly string[], isFirstCut: boolean): string | null {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    const text = index === 0 && isFirstCut ? restOfLine(line) : tidied(shownLine(line))
    if (text !== null) return text
  }
  return null
}

/** A line whose beginning is not known: whole again after a return, else marked as a rest. */
function restOfLine(line: string): string | null {
  const start = line.indexOf('\r')
  if (start !== -1 && start < line.length - 1) return tidied(shownLine(line.slice(start + 1)))
  const text = tidied(shownLine(line.replace(/^\uFFFD+/, '')))
  return text === null ? null : shortened(`…${text}`, lastLineLimit)
}

/** Characters that show nothing and may turn the text around them, and icons of private fonts. */
const hidden = /[\p{Cf}\p{Co}]/gu
const blanks = /[\s\p{Cc}\u2028\u2029]+/gu
/** Borders of boxes around a line. */
const borders = /^[\s|\u2500-\u257F]+|[\s|\u2500-\u257F]+$/gu
/** A letter wears a few marks, not a tower of them. */
const manyMarks = /(\p{M}{3})\p{M}+/gu
/** A shell's prompt where nothing was typed: `me@host:~/work$`, `sh-5.2$`, `host%`. */
const barePrompt = /^(?:\[?[\w.-]+@[\w.-]+\S*(?: \S+)? ?[$#%]|\w*sh-[\d.]+[$#]|[a-z][\w-]*%)$/i

/** One line of plain text within the limit; null when it says nothing. */
function tidied(line: string): string | null {
  const plain = line.toWellFormed().replaceAll(hidden, '').replaceAll(manyMarks, '$1').replaceAll(blanks, ' ')
  const text = plain.replaceAll(borders, '').trim()
  if (!/[\p{L}\p{N}]/u.test(text) || isBarePrompt(text)) return null
  return shortened(text, lastLineLimit)
}

/** Longer than any prompt. */
const promptLimit = 120

function isBarePrompt(text: string): boolean {
  return text.length <= promptLimit && barePrompt.test(text)
}
