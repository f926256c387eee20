// Lets through of a terminal's output what draws, and drops what asks, writes elsewhere, or hides: for an emulator in a page.
import { allowsControl, allowsEscape, endOfUsual, escapeIntermediate } from './allowed-sequences.ts'
import { passLink } from './links.ts'

export type Sanitized = {
  /** What may be written to the emulator. It only holds whole sequences: after it the emulator stands in plain text. */
  readonly text: string
  /** The last title that was set, cut to `titleLimit`, or null. */
  readonly title: string | null
}

export interface Sanitizer {
  /** Takes the next piece, which may begin and end inside a sequence; what is unfinished is kept for the next call. */
  feed(piece: string): Sanitized
  /** It stands in plain text: nothing unfinished is kept. */
  readonly isPlain: boolean
}

/** Longest title that is passed on, in characters. */
export const titleLimit = 200
/** Longest unfinished control sequence that is kept; real ones have some forty characters. */
const controlLimit = 256
/** Longest OSC that is looked at: a link with its parameters. Longer ones are dropped to their end. */
const oscLimit = 4096

type State = 'ground' | 'escape' | 'control' | 'osc' | 'string'

const esc = '\u001B'
const [escCode, enqCode] = [0x1b, 0x05] as const

export function createSanitizer(): Sanitizer {
  return new StreamSanitizer()
}

/** Whether a sanitizer that stands in plain text lets all of it through as it is, and stands there again: of UTF-8, a letter a byte. */
export function passesAsBytes(bytes: string): boolean {
  return endOfPassing(bytes, 0, 'bytes') === bytes.length
}

class StreamSanitizer implements Sanitizer {
  #state: State = 'ground'
  /** Of the sequence under way: what follows its introducer. */
  #held = ''
  #out = ''
  #title: string | null = null

  get isPlain(): boolean {
    return this.#state === 'ground'
  }

  feed(piece: string): Sanitized {
    this.#out = ''
    this.#title = null
    let at = 0
    while (at < piece.length) at = this.#state === 'ground' ? this.#plain(piece, at) : this.#next(piece, at)
    return { text: this.#out, title: this.#title }
  }

  /** Copies what passes as it is, up to what is to be looked at letter by letter, and answers where to go on. */
  #plain(piece: string, from: number): number {
    const end = endOfPassing(piece, from, 'text')
    // What passes as a whole is not copied.
    this.#out += from === 0 && end === piece.length ? piece : piece.slice(from, end)
    if (end < piece.length) this.#introduce(piece.charAt(end))
    return end + 1
  }

  #introduce(char: string): void {
    this.#held = ''
    this.#state = introduced[char] ?? 'ground'
  }

  /** Takes one character of a sequence; answers `at` again when it has to be looked at anew. */
  #next(piece: string, at: number): number {
    const char = piece.charAt(at)
    // CAN and SUB end any sequence; a C1 control begins another one.
    if (char === '\u0018' || char === '\u001A') return this.#drop(at + 1)
    if (isC1(char) && !(char === '\u009C' && this.#state === 'osc')) return this.#restart(char, at)
    switch (this.#state) {
      case 'escape':
        return this.#escape(char, at)
      case 'control':
        return this.#control(char, at)
      case 'osc':
        return this.#osc(char, at)
      case 'string':
        if (char === esc) return this.#restart(char, at)
        return at + 1
      case 'ground':
        return at
    }
  }

  #escape(char: string, at: number): number {
    if (char === esc) return this.#restart(char, at)
    if (isC0(char)) return this.#keepControlCharacter(char, at)
    if (this.#held === '' && introducedByEscape[char] !== undefined) {
      this.#introduce(introducedByEscape[char])
      return at + 1
    }
    if (escapeIntermediate.test(char) && this.#held.length < 2) {
      this.#held += char
      return at + 1
    }
    // A character of another script is text again, and the broken sequence is gone.
    if (char > '~') return this.#drop(at)
    if (allowsEscape(this.#held + char)) this.#out += esc + this.#held + char
    return this.#drop(at + 1)
  }

  #control(char: string, at: number): number {
    if (char === esc) return this.#restart(char, at)
    if (isC0(char)) return this.#keepControlCharacter(char, at)
    if (char > '~') return this.#drop(at)
    this.#held += char
    if (char < '@') {
      if (this.#held.length > controlLimit) this.#held = overlong
      return at + 1
    }
    if (allowsControl(this.#held)) this.#out += `${esc}[${this.#held}`
    return this.#drop(at + 1)
  }

  #osc(char: string, at: number): number {
    if (this.#held.endsWith(esc)) {
      const closes = char === '\\'
      if (closes) this.#finishOsc(this.#held.slice(0, -1))
      if (closes) return this.#drop(at + 1)
      return this.#restart(esc, at - 1)
    }
    if (char === '\u0007' || char === '\u009C') {
      this.#finishOsc(this.#held)
      return this.#drop(at + 1)
    }
    this.#held = this.#held.length < oscLimit || char === esc ? this.#held + char : overlong
    return at + 1
  }

  #finishOsc(body: string): void {
    const [, number, text = ''] = /^(\d+);(.*)$/s.exec(body) ?? []
    if (number === '0' || number === '2') this.#title = cutTitle(text)
    if (number === '8') this.#out += passLink(text)
  }

  /** Others act on these inside a sequence, too; here they come before it, so that it stays whole. */
  #keepControlCharacter(char: string, at: number): number {
    if (char !== '\u0005') this.#out += char
    return at + 1
  }

  #restart(char: string, at: number): number {
    this.#introduce(char)
    return at + 1
  }

  #drop(next: number): number {
    this.#state = 'ground'
    this.#held = ''
    return next
  }
}

/** Stands for a sequence that grew too long: no rule allows it, and it takes no more room. */
const overlong = '\u0000'

const introduced: Readonly<Record<string, State>> = {
  [esc]: 'escape',
  '\u0090': 'string',
  '\u0098': 'string',
  '\u009B': 'control',
  '\u009D': 'osc',
  '\u009E': 'string',
  '\u009F': 'string',
}

/** The C1 control that ESC with this character means. */
const introducedByEscape: Readonly<Record<string, string>> = {
  P: '\u0090',
  X: '\u0098',
  '[': '\u009B',
  ']': '\u009D',
  '^': '\u009E',
  _: '\u009F',
}

/** Text and whole sequences that draw, from there on: up to ESC of another one, ENQ (which asks for an answer) or a C1 control. */
function endOfPassing(piece: string, from: number, made: 'text' | 'bytes'): number {
  let at = from
  while (at < piece.length) {
    const code = piece.charCodeAt(at)
    if (code === escCode) {
      const end = endOfUsual(piece, at, controlLimit)
      if (end < 0) return at
      at = end
      continue
    }
    if (code === enqCode) return at
    if (code >= 0x80) {
      // In UTF-8 a C1 control is two bytes, and what looks like one alone is a part of another letter.
      const control = made === 'text' ? code : code === 0xc2 ? piece.charCodeAt(at + 1) : 0xff
      if (control <= 0x9f) return at
    }
    at += 1
  }
  return at
}

function isC0(char: string): boolean {
  return char < ' '
}

function isC1(char: string): boolean {
  return char >= '\u0080' && char <= '\u009F'
}

function cutTitle(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, titleLimit)
    .toWellFormed()
}
