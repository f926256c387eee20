// A conversation as rows of a list: prompts, what was said, tools folded to few, and the foot of each turn.
import type { Turn, ToolRun, TurnEntry } from './fold.ts'
import type { ItemOf } from './make-item.ts'
import { resultWords } from './words.ts'

/** What is shown of it. */
export type ShownPart = 'all' | 'you' | 'agent' | 'tools'

export type Row =
  | { readonly kind: 'prompt'; readonly key: string; readonly turn: Turn; readonly item: ItemOf<'person'> }
  | { readonly kind: 'said'; readonly key: string; readonly turn: Turn; readonly entry: Exclude<TurnEntry, ToolRun> }
  | { readonly kind: 'tool'; readonly key: string; readonly turn: Turn; readonly run: ToolRun }
  /** Tools of which nothing needs a look, one after the other. */
  | { readonly kind: 'tools'; readonly key: string; readonly turn: Turn; readonly runs: readonly ToolRun[] }
  | { readonly kind: 'foot'; readonly key: string; readonly turn: Turn }

export type RowWishes = { readonly shown: ShownPart; readonly isUnfolded: boolean }

/** From so many on, tools are one row; and so many are the most of it, so that a row stays a row. */
const [fewest, most] = [3, 50]

export function rowsOf(turns: readonly Turn[], wishes: RowWishes): Row[] {
  return turns.flatMap((turn) => [
    ...(wishes.shown === 'agent' || wishes.shown === 'tools' ? [] : turn.prompts.map((item) => promptRow(turn, item))),
    ...entryRows(turn, wishes),
    ...(wishes.shown === 'all' ? [{ kind: 'foot', key: `foot.${turn.id}`, turn } as const] : []),
  ])
}

const promptRow = (turn: Turn, item: ItemOf<'person'>): Row => ({ kind: 'prompt', key: item.id, turn, item })

function entryRows(turn: Turn, { shown, isUnfolded }: RowWishes): Row[] {
  if (shown === 'you') return []
  const rows: Row[] = []
  let quiet: ToolRun[] = []
  const putQuiet = (): void => {
    const key = quiet[0]?.tool.id
    if (key !== undefined && quiet.length >= fewest && !isUnfolded)
      rows.push({ kind: 'tools', key: `tools.${key}`, turn, runs: quiet })
    else rows.push(...quiet.map((run) => toolRow(turn, run)))
    quiet = []
  }
  for (const entry of turn.entries) {
    if (entry.kind === 'used') {
      if (shown === 'agent') continue
      if (!isQuiet(entry) || quiet.length === most) putQuiet()
      if (isQuiet(entry)) quiet.push(entry)
      else rows.push(toolRow(turn, entry))
    } else if (shown !== 'tools') {
      putQuiet()
      rows.push({ kind: 'said', key: entry.id, turn, entry })
    }
  }
  putQuiet()
  return rows
}

const toolRow = (turn: Turn, run: ToolRun): Row => ({ kind: 'tool', key: run.tool.id, turn, run })

/** It went well, or nobody tells how: a person need not look. */
function isQuiet({ result }: ToolRun): boolean {
  return result !== null && (result.outcome === 'ok' || result.outcome === null)
}

/** What a search inside finds in a row, in small letters. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case 'prompt':
      return row.item.text.toLowerCase()
    case 'said':
      return row.entry.text.toLowerCase()
    case 'tool':
      return runText(row.run)
    case 'tools':
      return row.runs.map(runText).join('\n')
    case 'foot':
      return ''
  }
}

function runText(run: ToolRun): string {
  const { tool, result } = run
  return [tool.name, tool.title, resultWords(run), shownInput(tool), result?.text ?? ''].join('\n').toLowerCase()
}

/** What a tool was given, where its title does not say all of it. */
export function shownInput({ input, title, cut }: ItemOf<'tool'>): string {
  const isTold = /^\{\s*"(?:command|cmd)":/.test(input) && !/\\n/.test(input) && input.length < 600
  return cut === 0 && (isTold || input === title || input === '{}' || input === '') ? '' : input
}

/** When that came to pass, as far as it is known. */
export function timeOf(row: Row): string | null {
  switch (row.kind) {
    case 'prompt':
      return row.item.at
    case 'said':
      return row.entry.at
    case 'tool':
      return row.run.tool.at
    case 'tools':
      return row.runs[0]?.tool.at ?? null
    case 'foot':
      return row.turn.endedAt
  }
}

/** A place where the words stand: which row, and the how manieth in it. */
export type RowHit = { readonly row: number; readonly nth: number }

/** More than this is no help to an eye. */
const mostHits = 2000

export function hitsOf(rows: readonly Row[], words: string): RowHit[] {
  const wanted = words.trim().toLowerCase()
  const hits: RowHit[] = []
  if (wanted === '') return hits
  for (const [index, row] of rows.entries()) {
    const text = rowText(row)
    let nth = 0
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      if (hits.length === mostHits) return hits
      hits.push({ row: index, nth })
      nth += 1
    }
  }
  return hits
}
