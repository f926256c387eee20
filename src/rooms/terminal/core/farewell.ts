// Keeps the last screen: a tmux client that ends clears the terminal, and what it clears is what a person wants to read.

export interface FarewellCutter {
  /** Answers what may be shown. The beginning of a farewell is held back until it is known to be one. */
  feed(piece: string): string
  /** Answers what was held back, since nothing followed it. */
  flush(): string
}

const esc = '\u001B'
const shiftIn = '\u000F'

/** Scroll region, looks and keypad reset, then all is cleared: tmux writes this only when its client stops. */
const farewell = new RegExp(
  `${esc}\\[1;\\d+r(?:${shiftIn}|${esc}\\(B)?${esc}\\[m${shiftIn}?${esc}\\[\\?1l${esc}>${esc}\\[H${esc}\\[2?J`,
)
/** An end of a piece that may be the beginning of it. */
const beginning = new RegExp(`${esc}(?:\\[(?:1(?:;\\d*(?:r[${esc}${shiftIn}()B[m?1l>H2]*)?)?)?)?$`)

export function createFarewellCutter(): FarewellCutter {
  let held = ''
  let isOver = false
  return {
    feed(piece) {
      if (isOver) return ''
      const text = held + piece
      held = ''
      const found = farewell.exec(text)
      if (found !== null) {
        isOver = true
        return text.slice(0, found.index)
      }
      const from = beginning.exec(text)?.index ?? text.length
      held = text.slice(from)
      return text.slice(0, from)
    },
    flush() {
      const text = held
      held = ''
      return text
    },
  }
}
