// The terminal emulator in an element of the page: looks, size, links that ask first.
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import { isWebAddress } from '#base/terminal/links.ts'
import { readColours } from './colours.ts'
import { allowEmulatorStyles } from './harmless-elements.ts'
import { openUnicode } from './open-unicode.ts'
import { keepLettersFitting } from './recorded/letters-fit.ts'
import './emulator.css'

export type Size = { readonly columns: number; readonly rows: number }

export type Emulator = {
  readonly close: () => void
  readonly terminal: Terminal
  /** How large it is; it fills its element from the start, and goes on to whatever changes. */
  readonly size: () => Size
}

type EmulatorOptions = {
  readonly host: HTMLElement
  /** Lines that can be scrolled back to. */
  readonly scrollback: number
  readonly takesKeys: boolean
  readonly onLink: (address: string) => void
} & (
  | { readonly fontSize: number }
  /** It has so many columns and rows, and its letters are as large as lets them in. */
  | { readonly size: Size }
)

export function openEmulator(options: EmulatorOptions): Emulator {
  const { host, scrollback, takesKeys, onLink } = options
  const forbidStyles = allowEmulatorStyles(document)
  const terminal = new Terminal({
    allowProposedApi: true,
    scrollback,
    disableStdin: !takesKeys,
    cursorBlink: false,
    fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
    ...('size' in options ? { cols: options.size.columns, rows: options.size.rows } : { fontSize: options.fontSize }),
    // A recording is to be seen as a whole.
    lineHeight: 'size' in options ? 1 : 1.25,
    minimumContrastRatio: 4.5,
    screenReaderMode: false,
    theme: readColours(host),
    linkHandler: {
      activate: (_event, address) => {
        if (isWebAddress(address)) onLink(address)
      },
    },
  })
  openUnicode(terminal)
  terminal.open(host)
  const stopFitting = 'size' in options ? keepLettersFitting(host, terminal) : keepFitting(host, terminal)
  const recolour = () => (terminal.options.theme = readColours(host))
  const stopWatching = watchTheme(recolour)
  return {
    terminal,
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    close() {
      stopFitting()
      stopWatching()
      terminal.dispose()
      forbidStyles()
    },
  }
}

/**
 * The element changes with the window and with what stands around it; a letter changes with the zoom, with another way to
 * draw, and when its font arrives after the emulator has measured another one. The screen is as large as its letters, so
 * that both are seen by their sizes. Fitting what fits does nothing, hence no circle.
 */
function keepFitting(host: HTMLElement, terminal: Terminal): () => void {
  const fitting = new FitAddon()
  terminal.loadAddon(fitting)
  fitting.fit()
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    // Not at once: what an observer changes among what it observes is an error of the page.
    frame = requestAnimationFrame(() => fitting.fit())
  })
  observer.observe(host)
  const screen = host.querySelector('.xterm-screen')
  if (screen !== null) observer.observe(screen)
  let isOpen = true
  void measureAgain(terminal, () => isOpen)
  return () => {
    isOpen = false
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Once its font is there: the emulator measures letters anew only for another name of a font. */
async function measureAgain(terminal: Terminal, isOpen: () => boolean): Promise<void> {
  const { fontFamily = 'monospace', fontSize = 13 } = terminal.options
  const font = `${fontSize}px ${fontFamily}`
  if (document.fonts.check(font)) return
  await document.fonts.load(font).catch(() => [])
  // The screen gets another size by it, and that is followed.
  if (isOpen()) terminal.options.fontFamily = `${fontFamily}, monospace`
}

/** Draws by the graphics card where there is one. */
export async function drawFaster(terminal: Terminal): Promise<void> {
  if (!hasGraphicsCard()) return
  try {
    const { WebglAddon } = await import('@xterm/addon-webgl')
    const addon = new WebglAddon()
    addon.onContextLoss(() => addon.dispose())
    terminal.loadAddon(addon)
  } catch {
    // Without WebGL the emulator goes on to draw with elements.
  }
}

/** Where the processor does the card's work, elements are quicker than WebGL. */
function hasGraphicsCard(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  const info = context?.getExtension('WEBGL_debug_renderer_info')
  if (context === null || info === null || info === undefined) return false
  const renderer = String(context.getParameter(info.UNMASKED_RENDERER_WEBGL))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|software|basic render/i.test(renderer)
}

function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}
