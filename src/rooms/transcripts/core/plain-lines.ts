// A transcript in a terminal: a line or some for each thing, as it comes.
import { counted } from './words.ts'
import type { TranscriptItem } from '../contract.ts'

/** Lines of a result that are printed; the rest is told as so many. */
const shownLines = 6

/** Nothing for what is no line of its own. `clock` makes a time of the day of a timestamp. */
export function plainLines(item: TranscriptItem, clock: (at: string) => string): string[] {
  const when = (item.at === null ? '' : clock(item.at)).padEnd(5)
  const put = (word: string, lines: readonly string[]): string[] =>
    lines.map((line, index) =>
      index === 0 ? `${when}  ${word.padEnd(7)}  ${line}` : `${' '.repeat(when.length + 11)}${line}`,
    )
  switch (item.kind) {
    case 'person':
      return ['', ...put('you', whole(item))]
    case 'agent':
      return put('agent', whole(item))
    case 'thought':
      return put('thought', some(item))
    case 'note':
      return put('note', whole(item))
    case 'tool':
      return put('tool', [[item.name, item.title].join('  ').trimEnd()])
    case 'result': {
      const code = item.exit_code === null ? [] : [`exit ${item.exit_code}`]
      return put(item.outcome ?? 'result', [...code, ...some(item)])
    }
    case 'usage':
      return []
  }
}

type Said = { readonly text: string; readonly cut: number }

function whole({ text, cut }: Said): string[] {
  return [...text.split('\n'), ...(cut === 0 ? [] : [`… ${cut} more characters`])]
}

function some(said: Said): string[] {
  const lines = whole(said)
  const more = lines.length - shownLines
  return more <= 1 ? lines : [...lines.slice(0, shownLines), `… ${counted(more, 'more line')}`]
}
