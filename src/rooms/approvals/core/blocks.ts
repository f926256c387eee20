// The lines of a change in blocks of one kind: a file of many thousand lines is a handful of elements.
import type { ChangedLine } from './input-view.ts'

export type ChangedBlock = { readonly sign: ChangedLine['sign']; readonly text: string }

const marks = { same: '  ', removed: '− ', added: '+ ' } as const

/** Each line begins with its sign, so that colour says nothing alone. */
export function blocksOf(lines: readonly ChangedLine[]): ChangedBlock[] {
  const blocks: { sign: ChangedLine['sign']; lines: string[] }[] = []
  for (const { sign, text } of lines) {
    const line = `${marks[sign]}${text}`
    const last = blocks.at(-1)
    if (last?.sign === sign) last.lines.push(line)
    else blocks.push({ sign, lines: [line] })
  }
  return blocks.map(({ sign, lines: its }) => ({ sign, text: `${its.join('\n')}\n` }))
}

export function countChanges(lines: readonly ChangedLine[]): { readonly added: number; readonly removed: number } {
  const count = (wanted: ChangedLine['sign']) => lines.filter(({ sign }) => sign === wanted).length
  return { added: count('added'), removed: count('removed') }
}
