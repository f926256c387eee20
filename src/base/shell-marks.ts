// Reads the marks that a shell of ours writes into its output: which command began and ended, and where. Everything in the
// output may be forged, so that a mark without the session's nonce is none.

export type ShellMarkSeen = {
  /** Grows with each command of a session. */
  readonly number: number
  /** By the clock of its machine, milliseconds since the epoch. */
  readonly atMs: number
} & (
  | {
      readonly mark: 'began'
      readonly command: string | null
      readonly isCut: boolean
      readonly directory: string | null
    }
  | {
      readonly mark: 'ended'
      readonly exitCode: number
      readonly directory: string | null
      readonly env: readonly { readonly name: string; readonly change: 'set' | 'unset' }[]
    }
)

export interface ShellMarkReader {
  /** Takes the next bytes of the output, wherever they are cut; answers the marks that end in them. */
  feed(bytes: Uint8Array): ShellMarkSeen[]
  /** Bytes that are held of a sequence that is not over. */
  readonly heldBytes: number
}

/** Longer than any mark that a shell of ours writes: what is longer is something else's, and dropped to its end. */
export const longestMark = 20_000

const esc = 0x1b
const bel = 0x07
const [osc, terminator] = [0x5d, 0x5c]
/** CAN and SUB end any sequence. */
const cancels: ReadonlySet<number> = new Set([0x18, 0x1a])

/** `nonce`: what the session's shell was given, and nobody else. */
export function readShellMarks(nonce: string): ShellMarkReader {
  return new Reader(nonce)
}

type State = 'ground' | 'escape' | 'osc' | 'osc_escape'

class Reader implements ShellMarkReader {
  readonly #nonce: string
  #state: State = 'ground'
  /** Of the sequence under way; null once it is longer than any mark. */
  #held: number[] | null = []
  #directory: string | null = null

  constructor(nonce: string) {
    this.#nonce = nonce
  }

  get heldBytes(): number {
    return this.#held?.length ?? 0
  }

  feed(bytes: Uint8Array): ShellMarkSeen[] {
    const seen: ShellMarkSeen[] = []
    for (let at = 0; at < bytes.length; at++) {
      if (this.#state === 'ground') {
        at = bytes.indexOf(esc, at)
        if (at < 0) break
        this.#state = 'escape'
        continue
      }
      const mark = this.#take(bytes[at] ?? 0)
      if (mark !== null) seen.push(mark)
    }
    return seen
  }

  #take(byte: number): ShellMarkSeen | null {
    switch (this.#state) {
      case 'ground':
        return null
      case 'escape':
        this.#held = []
        this.#state = byte === osc ? 'osc' : byte === esc ? 'escape' : 'ground'
        return null
      case 'osc_escape':
        if (byte === terminator) return this.#end()
        this.#state = 'escape'
        return this.#take(byte)
      case 'osc':
        if (byte === bel) return this.#end()
        if (byte === esc) this.#state = 'osc_escape'
        else if (cancels.has(byte)) this.#state = 'ground'
        else this.#hold(byte)
        return null
    }
  }

  #hold(byte: number): void {
    if (this.#held !== null && this.#held.push(byte) > longestMark) this.#held = null
  }

  #end(): ShellMarkSeen | null {
    const held = this.#held
    this.#state = 'ground'
    this.#held = []
    if (held === null) return null
    const text = String.fromCharCode(...held)
    if (text.startsWith('7;')) return this.#move(text)
    if (!text.startsWith('133;')) return null
    const { nonce, number, atMs, ...mark } = fieldsOf(text)
    if (nonce !== this.#nonce || number === null || atMs === null) return null
    const directory = this.#directory
    if (text.startsWith('133;C;')) {
      const { command, isCut } = mark
      return { mark: 'began', number, atMs, command, isCut, directory }
    }
    const exitCode = /^133;D;(\d{1,3});/.exec(text)?.[1]
    if (exitCode === undefined) return null
    return { mark: 'ended', number, atMs, exitCode: Number(exitCode), directory, env: mark.env }
  }

  /** `file://host/path#nonce` */
  #move(text: string): null {
    const [, path, nonce] = /^7;file:\/\/[^/]*(\/[^#]*)#(.*)$/s.exec(text) ?? []
    if (path !== undefined && nonce === this.#nonce) this.#directory = decoded(path)
    return null
  }
}

type Fields = {
  readonly nonce: string | null
  readonly number: number | null
  readonly atMs: number | null
  readonly command: string | null
  readonly isCut: boolean
  readonly env: readonly { readonly name: string; readonly change: 'set' | 'unset' }[]
}

/** `133;<letter>;…;o=<nonce>;n=<number>;t=<ms>;e=<variables>;x=<1 where it is cut>;c=<command, to the end>` */
function fieldsOf(text: string): Fields {
  const [head = '', command] = splitOnce(text, ';c=')
  const cell = (name: string): string | null => {
    const found = head.split(';').find((part) => part.startsWith(`${name}=`))
    return found === undefined ? null : found.slice(name.length + 1)
  }
  const whole = (name: string): number | null => (/^\d{1,15}$/.test(cell(name) ?? '') ? Number(cell(name)) : null)
  return {
    nonce: cell('o'),
    number: whole('n'),
    atMs: whole('t'),
    command: command === undefined ? null : decoded(command),
    isCut: cell('x') === '1',
    env: (cell('e') ?? '').split(',').flatMap((change) => {
      const [, sign, name = ''] = /^([+-])([A-Za-z_]\w{0,199})$/.exec(change) ?? []
      return sign === undefined ? [] : [{ name, change: sign === '+' ? ('set' as const) : ('unset' as const) }]
    }),
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Bytes behind percent signs, and bytes of UTF-8 as they are; null for what is no text, or not encoded as our shells do. */
function decoded(bytes: string): string | null {
  const encoded = bytes.replaceAll(/[\u0080-\u00FF]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  try {
    return decodeURIComponent(encoded)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
