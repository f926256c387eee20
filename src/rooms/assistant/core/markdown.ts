// An answer's Markdown as a tree of plain texts: what is none of it stays text. Nothing is fetched, followed or run, and the
// time it takes grows with the length alone.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  /** Shown with its address beside it, and leads nowhere. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** Told, and never loaded. */
  | { readonly kind: 'image'; readonly text: string }

export type Block = { readonly source: string } & (
  | { readonly kind: 'paragraph' | 'quote'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
)

const fence = /^ {0,3}(```+|~~~+)/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}(?:-(?:\s*-){2,}|\*(?:\s*\*){2,}|_(?:\s*_){2,})\s*$/
const item = /^\s{0,12}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const quote = /^ {0,3}>\s?(.*)$/

export function readMarkdown(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const [block, next] = readBlock(lines, at)
    if (block !== null) blocks.push(block)
    at = next
  }
  return blocks
}

type Read = readonly [block: Block | null, next: number]

function readBlock(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? ''
  if (line.trim() === '') return [null, at + 1]
  const mark = fence.exec(line)?.[1]
  if (mark !== undefined) return readCode(lines, at, mark)
  if (rule.test(line)) return [{ kind: 'rule', source: line }, at + 1]
  const [, hashes, title] = heading.exec(line) ?? []
  if (hashes !== undefined)
    return [{ kind: 'heading', level: hashes.length, parts: readInline(title ?? ''), source: line }, at + 1]
  if (item.test(line)) return readList(lines, at)
  if (quote.test(line)) {
    const end = endOf(lines, at, (each) => quote.test(each))
    const said = lines.slice(at, end).map((each) => quote.exec(each)?.[1] ?? '')
    return [{ kind: 'quote', parts: readInline(said.join('\n')), source: lines.slice(at, end).join('\n') }, end]
  }
  const end = endOf(lines, at, isParagraph)
  const source = lines.slice(at, end).join('\n')
  return [{ kind: 'paragraph', parts: readInline(source), source }, end]
}

function isParagraph(line: string): boolean {
  return line.trim() !== '' && ![fence, heading, rule, item, quote].some((each) => each.test(line))
}

/** At least one line is taken. */
function endOf(lines: readonly string[], at: number, goesOn: (line: string) => boolean): number {
  let end = at + 1
  while (end < lines.length && goesOn(lines[end] ?? '')) end += 1
  return end
}

/** One that is not closed yet goes on to the end. */
function readCode(lines: readonly string[], at: number, mark: string): Read {
  const isClosed = (line: string): boolean =>
    line.trim().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '`', '') === ''
  const end = endOf(lines, at, (line) => !isClosed(line))
  const text = lines.slice(at + 1, end).join('\n')
  return [{ kind: 'code', text, source: `${mark}${text}` }, end + 1]
}

function readList(lines: readonly string[], at: number): Read {
  const isOrdered = item.exec(lines[at] ?? '')?.[1] !== undefined
  // A line that is moved in goes on with the item before it.
  const end = endOf(lines, at, (line) => item.test(line) || (isParagraph(line) && /^\s{2,}/.test(line)))
  const items: string[] = []
  for (const line of lines.slice(at, end)) {
    const said = item.exec(line)?.[2]
    if (said !== undefined || items.length === 0) items.push(said ?? line)
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return [{ kind: 'list', isOrdered, items: items.map(readInline), source: lines.slice(at, end).join('\n') }, end]
}

/** Emphasis within emphasis, and no further. */
const deepest = 3

function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  const missing = new Set<string>()
  let plain = ''
  let at = 0
  const flush = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  while (at < text.length) {
    const found = depth > deepest ? null : spanAt(text, at, { missing, depth })
    if (found === null) {
      // A backslash takes the meaning from the mark behind it.
      const isEscape = text[at] === '\\' && /[\\`*_[\]()#+\-.!>~]/.test(text[at + 1] ?? '')
      plain += isEscape ? (text[at + 1] ?? '') : (text[at] ?? '')
      at += isEscape ? 2 : 1
    } else {
      flush()
      parts.push(found.part)
      at = found.end
    }
  }
  flush()
  return parts
}

type Span = { readonly part: Inline; readonly end: number }
type Reading = {
  /** Marks that close nowhere behind here: they are not looked for again. */
  readonly missing: Set<string>
  readonly depth: number
}

function spanAt(text: string, at: number, reading: Reading): Span | null {
  switch (text[at] ?? '') {
    case '`':
      return codeAt(text, at, reading)
    case '*':
    case '_':
      return emphasisAt(text, at, reading)
    case '!':
      return text[at + 1] === '[' ? linkAt(text, at + 1, { ...reading, isImage: true }) : null
    case '[':
      return linkAt(text, at, { ...reading, isImage: false })
    default:
      return null
  }
}

type Looked = { readonly from: number; readonly missing: Set<string> }

/** Where a mark stands next; it is looked for once, if it stands nowhere. */
function find(text: string, mark: string, { from, missing }: Looked): number {
  if (missing.has(mark)) return -1
  const found = text.indexOf(mark, from)
  if (found === -1) missing.add(mark)
  return found
}

function codeAt(text: string, at: number, { missing }: Reading): Span | null {
  let length = 1
  while (text[at + length] === '`') length += 1
  const mark = '`'.repeat(Math.min(length, 9))
  const end = find(text, mark, { from: at + length, missing })
  if (end === -1) return null
  return { part: { kind: 'code', text: text.slice(at + length, end).trim() }, end: end + mark.length }
}

function emphasisAt(text: string, at: number, { missing, depth }: Reading): Span | null {
  const letter = text[at] ?? ''
  const mark = text[at + 1] === letter ? letter + letter : letter
  const from = at + mark.length
  // `snake_case` and `2 * 3` are none.
  if (/\s/.test(text[from] ?? ' ') || (letter === '_' && /\w/.test(text[at - 1] ?? ''))) return null
  const end = find(text, mark, { from: from + 1, missing })
  if (end === -1 || end - from > longestSpan || /\s/.test(text[end - 1] ?? '')) return null
  const parts = readInline(text.slice(from, end), depth + 1)
  return { part: { kind: mark.length === 2 ? 'strong' : 'em', parts }, end: end + mark.length }
}

const longestSpan = 2000

function linkAt(text: string, at: number, { missing, isImage }: Reading & { readonly isImage: boolean }): Span | null {
  const close = find(text, '](', { from: at + 1, missing })
  if (close === -1 || close - at > longestSpan) return null
  const end = find(text, ')', { from: close + 2, missing })
  if (end === -1 || end - close > longestSpan) return null
  const said = text.slice(at + 1, close)
  const href = (
    text
      .slice(close + 2, end)
      .trim()
      .split(/\s/)[0] ?? ''
  ).replace(/^<|>$/g, '')
  return { part: isImage ? { kind: 'image', text: said } : { kind: 'link', text: said, href }, end: end + 1 }
}
