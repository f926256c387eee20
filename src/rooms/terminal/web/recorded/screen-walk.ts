// Follows what is written to a screen without drawing it: how its next letter looks, and how many lines surely left it.

const [esc, bracket, feed, formFeed, shiftOut, shiftIn] = [0x1b, 0x5b, 0x0a, 0x0c, 0x0e, 0x0f] as const
const [carriageReturn, digits, colon, semicolon, final] = [0x0d, 0x30, 0x3a, 0x3b, 0x40] as const

/** Why a screen that begins elsewhere would not go on as this one. */
const doubts = {
  /** A program has the other screen. */
  other: 1,
  region: 2,
  origin: 4,
  /** Lines don't wrap, or wrap backwards. */
  wrap: 8,
  insert: 16,
  letters: 32,
  shifted: 64,
  link: 128,
  newline: 256,
  /** Until the terminal is reset: tabs that were set, what is not known here. */
  unknown: 512,
} as const

/** More than programs set without a reset between. */
const mostLooks = 32

type Saved = { readonly looks: readonly string[]; readonly letters: number }

/** Hears of moments in what is written. */
export type WalkHears = {
  /** A line ended so far into these bytes: the cursor is at the beginning of the last line, and all is as `pen` says. */
  readonly lineEnded: (end: number) => void
  /** From here on lines may stand on the screen in another order than they were written in. */
  readonly mixed: () => void
}

export class ScreenWalk {
  columns: number
  rows: number
  /** Lines that left the screen at its top, at least. */
  scrolled = 0
  /** Lines below the cursor, at most. */
  #below: number
  #doubts = 0
  #isHidden = false
  #second = 0x42
  #saved: Saved = { looks: [], letters: 0 }
  #savedBeside: Saved | null = null
  readonly #looks = new Looks()
  #last = 0
  readonly #hears: WalkHears

  constructor(size: { readonly columns: number; readonly rows: number }, hears: WalkHears) {
    this.columns = size.columns
    this.rows = size.rows
    this.#below = size.rows - 1
    this.#hears = hears
  }

  /** How the next letter looks, as text that makes it so on a terminal that was reset. */
  pen(): string {
    const looks = this.#looks.all().map((each) => `\u001B[${each}m`)
    const letters = this.#second === 0x42 ? '' : `\u001B)${String.fromCharCode(this.#second)}`
    return `\u001B[0m${looks.join('')}${letters}${this.#isHidden ? '\u001B[?25l' : ''}`
  }

  resize({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
    this.columns = columns
    this.rows = rows
    this.#mix()
  }

  /** Whole letters and sequences. */
  take(bytes: Uint8Array): void {
    const { length } = bytes
    let at = 0
    while (at < length) {
      while (at < length && (bytes[at] ?? 0) >= 0x20) at += 1
      if (at === length) break
      const byte = bytes[at] ?? 0
      at += 1
      if (byte === esc) at = this.#sequence(bytes, at)
      else if (byte >= feed && byte <= formFeed) this.#lineFeed(bytes, at)
      else if (byte === shiftOut) this.#doubts |= doubts.shifted
      else if (byte === shiftIn) this.#doubts &= ~doubts.shifted
    }
    this.#last = bytes[length - 1] ?? this.#last
  }

  #lineFeed(bytes: Uint8Array, end: number): void {
    if (this.#doubts !== 0) return this.#down(1)
    const isLowest = this.#below === 0
    if (isLowest) this.scrolled += 1
    else this.#below -= 1
    const before = end > 1 ? bytes[end - 2] : this.#last
    if (isLowest && before === carriageReturn) this.#hears.lineEnded(end)
  }

  /** While something is in doubt no line counts as gone. */
  #down(count: number): void {
    this.#below = Math.max(0, this.#below - count)
  }

  /** The cursor may be in any line. */
  #anywhere(): void {
    this.#below = this.rows - 1
  }

  /** Until the terminal is reset nothing is known any more. */
  #giveUp(): void {
    this.#doubts |= doubts.unknown
    this.#mix()
  }

  #mix(): void {
    this.#anywhere()
    this.#hears.mixed()
  }

  /** `at` is behind ESC; answers where what follows begins. */
  #sequence(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0
    if (first === bracket) return this.#control(bytes, at + 1)
    if (first === 0x5d) return this.#link(bytes, at + 1)
    if (first >= 0x20 && first < digits) return this.#letters(first, bytes[at + 1] ?? 0, at + 2)
    const act = this.#escapes[String.fromCharCode(first)]
    if (act === undefined) this.#giveUp()
    else act()
    return at + 1
  }

  readonly #nothing = (): void => undefined
  readonly #index = (): void => {
    if (this.#doubts === 0 && this.#below === 0) this.scrolled += 1
    else this.#down(1)
  }

  readonly #escapes: Readonly<Record<string, () => void>> = {
    '7': () => this.#save(),
    '8': () => this.#restore(),
    D: this.#index,
    E: this.#index,
    M: () => this.#mix(),
    c: () => this.#reset(),
    '=': this.#nothing,
    '>': this.#nothing,
    '\\': this.#nothing,
  }

  /** The sets of letters, the test of alignment, UTF-8. */
  #letters(kind: number, set: number, end: number): number {
    const isPlain = set === 0x42
    if (kind === 0x28) this.#doubt('letters', !isPlain)
    else if (kind === 0x29) this.#second = set
    else if (kind === 0x23) this.#mix()
    else if (kind !== 0x25) this.#giveUp()
    return end
  }

  #doubt(what: keyof typeof doubts, isSo: boolean): void {
    this.#doubts = isSo ? this.#doubts | doubts[what] : this.#doubts & ~doubts[what]
  }

  /** Of OSC only links come here: `8;…;address`, where no address ends one. */
  #link(bytes: Uint8Array, from: number): number {
    const end = bytes.indexOf(esc, from)
    if (end < 0) {
      this.#giveUp()
      return bytes.length
    }
    this.#doubt('link', bytes[end - 1] !== 0x3b)
    return end + 2
  }

  #control(bytes: Uint8Array, from: number): number {
    let end = from
    while (end < bytes.length && (bytes[end] ?? 0) < final) end += 1
    const kind = bytes[end] ?? 0
    const isPlain = end === from || (bytes[from] ?? 0) <= semicolon
    const before = bytes[end - 1] ?? 0
    if (isPlain && (end === from || before >= digits)) {
      if (kind === 0x6d) this.#looks.add(bytes, from, end)
      else if (isInLine[kind] !== 1) this.#plain(kind, { bytes, from, end })
    } else this.#marked(textOf({ bytes, from, end: end + 1 }))
    return end + 1
  }

  /** One without a letter before or behind its numbers. */
  #plain(kind: number, numbers: Range): void {
    const count = Math.max(1, firstNumber(numbers))
    switch (kind) {
      case finals.up:
      case finals.linesUp:
        this.#below = Math.min(this.rows - 1, this.#below + count)
        return
      case finals.down:
      case finals.linesDown:
      case finals.rowsDown:
        return this.#down(count)
      case finals.place:
      case finals.placeToo:
      case finals.row:
        this.#below = this.rows - Math.min(this.rows, count)
        return
      default:
        this.#rare(String.fromCharCode(kind), textOf(numbers))
    }
  }

  #rare(kind: string, text: string): void {
    const [first = '', second = ''] = text.split(';', 2)
    switch (kind) {
      case 'L':
      case 'M':
      case 'S':
      case 'T':
        return this.#mix()
      case 'r':
        this.#doubt('region', Number(first) > 1 || (Number(second) !== 0 && Number(second) < this.rows))
        return this.#anywhere()
      case 's':
        return this.#save()
      case 'u':
        return this.#restore()
      case 'h':
      case 'l':
        for (const each of text.split(';')) this.#mode(each, kind === 'h')
        return
      default:
        this.#giveUp()
    }
  }

  #mode(mode: string, isOn: boolean): void {
    if (mode === '4') this.#doubt('insert', isOn)
    if (mode === '20') this.#doubt('newline', isOn)
  }

  #marked(text: string): void {
    const [, numbers = '', kind = ''] = /^\?([\d;]*)([hlJK])$/.exec(text) ?? []
    if (kind === 'h' || kind === 'l')
      for (const each of numbers.split(';')) this.#privateMode(Number(each), kind === 'h')
    else if (text === '!p') this.#softReset()
    else if (kind === '' && !/^(?:>[\d;]*m|\d* q)$/.test(text)) this.#giveUp()
  }

  #privateMode(mode: number, isOn: boolean): void {
    switch (mode) {
      case 6:
        this.#doubt('origin', isOn)
        return this.#anywhere()
      case 7:
        return this.#doubt('wrap', !isOn)
      case 25:
        this.#isHidden = !isOn
        return
      case 3:
      case 45:
      case 47:
      case 1047:
        this.#giveUp()
        return
      case 1048:
        return isOn ? this.#save() : this.#restore()
      case 1049:
        return this.#other(isOn)
    }
  }

  /** The other screen leaves the plain one as it was, and has a saved place of its own. */
  #other(isOn: boolean): void {
    const isOther = (this.#doubts & doubts.other) !== 0
    if (isOn === isOther) {
      this.#giveUp()
      return
    }
    if (isOn) {
      this.#save()
      this.#savedBeside = this.#saved
      this.#doubt('other', true)
      return
    }
    this.#doubt('other', false)
    this.#saved = this.#savedBeside ?? this.#saved
    this.#takeUp(this.#saved)
    this.#anywhere()
  }

  #save(): void {
    this.#saved = { looks: this.#looks.all(), letters: this.#doubts & doubts.letters }
  }

  /** Where the cursor was is not known. */
  #restore(): void {
    this.#takeUp(this.#saved)
    this.#mix()
  }

  #takeUp({ looks, letters }: Saved): void {
    this.#looks.set(looks)
    this.#doubts = (this.#doubts & ~doubts.letters) | letters
  }

  #softReset(): void {
    const lasting = doubts.other | doubts.wrap | doubts.unknown | doubts.newline | doubts.link
    this.#doubts &= lasting
    this.#isHidden = false
    this.#looks.set([])
    this.#mix()
  }

  #reset(): void {
    this.#softReset()
    this.#doubts = 0
    this.#second = 0x42
    this.#saved = { looks: [], letters: 0 }
  }
}

/** Of those that move or draw in a line, or in lines where they stand: nothing that is followed here. */
const isInLine = new Uint8Array(128)
for (const kind of '@CDGIJKPXZ`ab') isInLine[kind.charCodeAt(0)] = 1

/** The last looks that were set since the reset before, as they were written. */
class Looks {
  /** Before those in the ring. */
  #before: readonly string[] = []
  readonly #bytes: Uint8Array[] = []
  readonly #from = new Int32Array(mostLooks)
  readonly #end = new Int32Array(mostLooks)
  #count = 0

  set(looks: readonly string[]): void {
    this.#before = looks
    this.#count = 0
  }

  add(bytes: Uint8Array, from: number, end: number): void {
    const first = bytes[from]
    const isReset = end === from || first === semicolon || (first === digits && !isDigit(bytes[from + 1]))
    if (isReset) {
      if (this.#before.length > 0) this.#before = []
      this.#count = 0
      if (end - from < 2) return
    }
    const place = this.#count % mostLooks
    this.#bytes[place] = bytes
    this.#from[place] = from
    this.#end[place] = end
    this.#count += 1
  }

  all(): readonly string[] {
    const kept = Math.min(this.#count, mostLooks)
    const last = Array.from({ length: kept }, (_, index) => {
      const place = (this.#count - kept + index) % mostLooks
      return textOf({ bytes: this.#bytes[place] ?? nothing, from: this.#from[place] ?? 0, end: this.#end[place] ?? 0 })
    })
    return [...this.#before, ...last].slice(-mostLooks)
  }
}

const nothing = new Uint8Array(0)

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= digits && code < colon
const letters = new TextDecoder('latin1')

type Range = { readonly bytes: Uint8Array; readonly from: number; readonly end: number }

const textOf = ({ bytes, from, end }: Range): string => (end === from ? '' : letters.decode(bytes.subarray(from, end)))

/** Nothing is 0. */
function firstNumber({ bytes, from, end }: Range): number {
  let number = 0
  for (let at = from; at < end && isDigit(bytes[at]); at += 1) number = number * 10 + (bytes[at] ?? 0) - digits
  return number
}

/** `A F B E e H f d` */
const finals = {
  up: 0x41,
  linesUp: 0x46,
  down: 0x42,
  linesDown: 0x45,
  rowsDown: 0x65,
  place: 0x48,
  placeToo: 0x66,
  row: 0x64,
} as const
