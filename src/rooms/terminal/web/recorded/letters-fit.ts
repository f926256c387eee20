// The size of letters by which all columns of a recording are in sight, as far as they can still be read.
import type { Terminal } from '@xterm/xterm'

export type LetterRange = { readonly smallest: number; readonly largest: number }

const wide: LetterRange = { smallest: 8, largest: 13 }
/** A phone scrolls sideways before its letters become specks. */
const narrow: LetterRange = { smallest: 9, largest: 11 }
const narrowPx = 640

/** `perSize` is the width of a letter for each pixel of its size. In halves of a pixel. */
export function letterSize(widthPx: number, columns: number, perSize: number): number {
  const { smallest, largest } = widthPx < narrowPx ? narrow : wide
  const fitting = Math.floor((widthPx / columns / perSize) * 2) / 2
  return Math.min(largest, Math.max(smallest, fitting))
}

/** Follows the width of the host and the columns of the terminal. Answers how to end it. */
export function keepLettersFitting(host: HTMLElement, terminal: Terminal): () => void {
  const family = terminal.options.fontFamily ?? 'monospace'
  const perSize = (): number => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return 0.6
    context.font = `100px ${family}`
    return context.measureText('m').width / 100
  }
  const fit = (): void => {
    if (host.clientWidth > 0)
      terminal.options.fontSize = letterSize(host.clientWidth - scrollbarPx, terminal.cols, perSize())
  }
  const observer = new ResizeObserver(() => requestAnimationFrame(fit))
  observer.observe(host)
  const resized = terminal.onResize(fit)
  void document.fonts.load(`13px ${family}`).then(fit, fit)
  fit()
  return () => {
    observer.disconnect()
    resized.dispose()
  }
}

/** The emulator keeps a place for its scrollbar. */
const scrollbarPx = 16
