// The terminal emulator in an element of the page: looks, size, links that ask first.
import { FitAddon } from '@xterm/addon-fit'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { Terminal } from '@xterm/xterm'
import { isWebAddress } from '../core/links.ts'
import { readColours } from './colours.ts'
import { allowEmulatorStyles } from './harmless-elements.ts'
import './emulator.css'

export type Size = { readonly columns: number; readonly rows: number }

export type Emulator = {
  readonly close: () => void
  readonly terminal: Terminal
  /** Fills its element; answers the size that came of it. */
  readonly fit: () => Size
}

type EmulatorOptions = {
  readonly host: HTMLElement
  /** Lines that can be scrolled back to. */
  readonly scrollback: number
  readonly takesKeys: boolean
  readonly fontSize: number
  readonly onLink: (address: string) => void
}

export function openEmulator({ host, scrollback, takesKeys, fontSize, onLink }: EmulatorOptions): Emulator {
  const forbidStyles = allowEmulatorStyles(document)
  const terminal = new Terminal({
    allowProposedApi: true,
    scrollback,
    disableStdin: !takesKeys,
    cursorBlink: false,
    fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
    fontSize,
    lineHeight: 1.25,
    minimumContrastRatio: 4.5,
    screenReaderMode: false,
    theme: readColours(host),
    linkHandler: {
      activate: (_event, address) => {
        if (isWebAddress(address)) onLink(address)
      },
    },
  })
  const fitting = new FitAddon()
  terminal.loadAddon(fitting)
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  terminal.open(host)
  const recolour = () => (terminal.options.theme = readColours(host))
  const stopWatching = watchTheme(recolour)
  return {
    terminal,
    fit() {
      fitting.fit()
      return { columns: terminal.cols, rows: terminal.rows }
    },
    close() {
      stopWatching()
      terminal.dispose()
      forbidStyles()
    },
  }
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
