// Gathers what a task writes into few messages, and stops at a bound so that a flood fills neither memory nor disk.

/** More than a person reads; what writes more belongs into a file of its own. */
export const outputLimitBytes = 16 * 1024 * 1024
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
    if (this.#dropped === 0) return
    const limit = outputLimitBytes / 1024 / 1024
    this.#send(`orrery: the output ends here: ${limit} MiB are kept of a try, and ${this.#dropped} more lines came\n`)
  }

  #add(line: string): void {
    const text = line.length > maxLineChars ? `${line.slice(0, maxLineChars)} …` : line
    const bytes = Buffer.byteLength(text) + 1
    if (this.#dropped > 0 || this.#sent + bytes > outputLimitBytes) {
      this.#dropped += 1
      return
    }
    this.#sent += bytes
    this.#waiting += bytes
    this.#lines.push(text)
    // Not by the timer alone, which a body that never pauses holds back.
    const isDue = performance.now() - this.#flushedAt >= flushMs
    if (isDue || this.#waiting >= partBytes) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), flushMs)
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
