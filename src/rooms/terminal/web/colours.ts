// The emulator's colours from the page's tokens; it takes them as numbers and not as CSS.
import type { ITheme } from '@xterm/xterm'
import { tokenColour } from '#platform/web/theme/token-colour.ts'

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

export function readColours(host: HTMLElement): ITheme {
  const read = (token: string) => readToken(host, token)
  const colours: Record<string, string> = {
    background: read('--bg-term'),
    foreground: read('--ink-1'),
    cursor: read('--ink-1'),
    cursorAccent: read('--bg-term'),
    selectionBackground: read('--bg-4'),
    scrollbarSliderBackground: read('--line-1'),
    scrollbarSliderHoverBackground: read('--line-2'),
    scrollbarSliderActiveBackground: read('--line-3'),
  }
  for (const name of names) {
    colours[name] = read(`--term-${name}`)
    colours[`bright${name.charAt(0).toUpperCase()}${name.slice(1)}`] = read(`--term-bright-${name}`)
  }
  return colours
}

export type MatchColours = { readonly match: string; readonly active: string }

export function readMatchColours(host: HTMLElement): MatchColours {
  return { match: readToken(host, '--wait-line'), active: readToken(host, '--wait') }
}

function readToken(host: HTMLElement, token: string): string {
  return toHex(tokenColour(host, token))
}

/** A canvas knows every notation that CSS has. */
function toHex(color: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
