// Gathers what a task writes into few messages. Of a flood it passes on the beginning and, at the end, the last lines.

/** More than a person reads. A step that writes more should write a file. */
export const outputLimitBytes = 16 * 1024 * 1024
/** The last words of a body often say why it failed. Kept in two halves, of which the older one goes. */
const tailBytes = 256 * 1024
const partBytes = 64 * 1024
/** A viewer sees a line this soon at the latest. */
const flushMs = 20
const maxLineChars = 32 * 1024

export class StepOutput {
  readonly #send: (text: string) => void
  #lines: string[] = []
  #waiting = 0
  #sent = 0
  #dropped = 0
  #older: Part = emptyPart()
  #newer: Part = emptyPart()
  #open = ''
  #timer: NodeJS.Timeout | undefined
  #flushedAt = -Infinity

  /** `send` gets whole lines, each with its line end. */
  constructor(send: (text: string) => void) {
    this.#send = send
  }

  /** Takes one line; a text with line ends counts as several. */
  line(text: unknown): void {
    for (const line of String(text).split('\n')) this.#add(line)
  }

  /** Takes what was written to a stream, whose lines may come in pieces. */
  write(text: string): void {
    const lines = (this.#open + text).split('\n')
    this.#open = (lines.pop() ?? '').slice(0, maxLineChars)
    for (const line of lines) this.#add(line)
  }

  end(): void {
    if (this.#open !== '') this.#add(this.#open)
    this.#open = ''
    this.#flush()
    const last = [...this.#older.lines, ...this.#newer.lines]
    if (last.length === 0) return
    const limit = outputLimitBytes / 1024 / 1024
    if (this.#dropped > 0) last.unshift(`orrery: ${this.#dropped} lines after the first ${limit} MiB are left out here`)
    this.#send(`${last.join('\n')}\n`)
  }

  #add(line: string): void {
    const text = line.length > maxLineChars ? `${line.slice(0, maxLineChars).toWellFormed()} …` : line
    const bytes = Buffer.byteLength(text) + 1
    if (this.#newer.lines.length > 0 || this.#sent + bytes > outputLimitBytes) return this.#keep(text, bytes)
    this.#sent += bytes
    this.#waiting += bytes
    this.#lines.push(text)
    // Not by the timer alone, which a body that never pauses holds back.
    const isDue = performance.now() - this.#flushedAt >= flushMs
    if (isDue || this.#waiting >= partBytes) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), flushMs)
  }

  #keep(text: string, bytes: number): void {
    if (this.#newer.bytes + bytes > tailBytes / 2) {
      this.#dropped += this.#older.lines.length
      this.#older = this.#newer
      this.#newer = emptyPart()
    }
    this.#newer.lines.push(text)
    this.#newer.bytes += bytes
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0) return
    this.#send(`${this.#lines.join('\n')}\n`)
    this.#lines = []
    this.#waiting = 0
    this.#flushedAt = performance.now()
  }
}

type Part = { readonly lines: string[]; bytes: number }

function emptyPart(): Part {
  return { lines: [], bytes: 0 }
}
