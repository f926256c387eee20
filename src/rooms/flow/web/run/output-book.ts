// A step's output as lines, kept together by byte offsets: nothing is lost and nothing doubled, whatever came twice.

export interface OutputBook {
  /** Bytes of the output that are known: [from, to). */
  readonly from: number
  readonly to: number
  /** The last one may not be whole yet. */
  readonly lines: readonly string[]
  /** Grows with each change. */
  readonly version: number
  /** Text that begins at this byte: `taken`, `known` when all of it was there, `gap` when bytes before it are missing. */
  append(offset: number, text: string): 'taken' | 'known' | 'gap'
  /** Bytes as they lie in the file; characters that are cut at either end are left for the next reading. */
  appendBytes(offset: number, bytes: Uint8Array): 'taken' | 'known' | 'gap'
  /** Bytes up to this one are not kept anywhere: a line says so in their place. */
  skipTo(offset: number): void
  /** What lies before what is known; where that begins later, a line says how much is missing. */
  prependBytes(offset: number, bytes: Uint8Array): void
}

/** Begins a line that stands for bytes that were not kept; their number follows. */
export const skipMark = '\u0000'

/** Lines that are kept: older ones stay in the file, which can be downloaded. */
export const mostLines = 100_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Begins empty at this byte. */
export function createOutputBook(startsAt: number): OutputBook {
  return new Book(startsAt)
}

class Book implements OutputBook {
  from: number
  to: number
  lines: string[] = []
  version = 0

  constructor(startsAt: number) {
    this.from = startsAt
    this.to = startsAt
  }

  append(offset: number, text: string): 'taken' | 'known' | 'gap' {
    if (offset > this.to) return 'gap'
    // Most frames go on right where the last one ended, and need no look at their bytes but their number.
    const bytes = encoder.encode(text)
    if (offset === this.to) return this.#take(text, bytes.length)
    const known = this.to - offset
    if (known >= bytes.length) return 'known'
    const rest = bytes.subarray(known)
    return this.#take(decoder.decode(rest), rest.length)
  }

  appendBytes(offset: number, bytes: Uint8Array): 'taken' | 'known' | 'gap' {
    if (offset > this.to) return 'gap'
    const isFirst = this.from === this.to && this.lines.length === 0 && offset === this.to
    const head = isFirst ? cutHead(bytes) : 0
    if (isFirst) this.from = this.to = offset + head
    const rest = bytes.subarray(Math.max(head, this.to - offset), bytes.length - cutTail(bytes))
    return rest.length === 0 ? 'known' : this.#take(decoder.decode(rest), rest.length)
  }

  skipTo(offset: number): void {
    if (offset <= this.to) return
    // The line that was open ends here without a line end of its own.
    this.lines.push(`${skipMark}${offset - this.to - 1}`, '')
    this.to = offset
    this.version += 1
  }

  prependBytes(offset: number, bytes: Uint8Array): void {
    const missing = this.from - offset - bytes.length
    if (missing > 0) {
      this.lines = ['', `${skipMark}${missing - 1}`, ...this.lines]
      this.from -= missing
    }
    const head = offset === 0 ? 0 : cutHead(bytes)
    const text = decoder.decode(bytes.subarray(head, this.from - offset)).replaceAll(skipMark, ' ')
    const [first = '', ...others] = this.lines
    const earlier = text.split('\n')
    const joined = `${earlier.pop() ?? ''}${first}`
    this.lines = [...earlier, joined, ...others]
    this.from = offset + head
    this.version += 1
  }

  #take(text: string, size: number): 'taken' {
    const [first = '', ...others] = text.replaceAll(skipMark, ' ').split('\n')
    const last = this.lines.length - 1
    if (last < 0) this.lines.push(first)
    else this.lines[last] += first
    for (const line of others) this.lines.push(line)
    this.to += size
    this.version += 1
    this.#forget()
    return 'taken'
  }

  /** In large steps, so that a long output is not copied with each line. */
  #forget(): void {
    if (this.lines.length < mostLines * 1.25) return
    const gone = this.lines.splice(0, this.lines.length - mostLines)
    this.from += gone.reduce((sum, line) => sum + sizeOf(line), 0)
  }
}

/** With its line end. */
function sizeOf(line: string): number {
  return line.startsWith(skipMark) ? Number(line.slice(1)) : encoder.encode(line).length + 1
}

/** Bytes at the beginning that belong to a character that began before. */
function cutHead(bytes: Uint8Array): number {
  let count = 0
  while (count < Math.min(3, bytes.length) && isContinuation(bytes[count])) count += 1
  return count
}

/** Bytes at the end of a character that is not whole yet. */
function cutTail(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0
    if (isContinuation(byte)) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > count ? count : 0
  }
  return 0
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
