// Connects an emulator with a session's terminal: output in, keys out, sizes in step.
import type { Terminal } from '@xterm/xterm'
import { createRemembered } from '#platform/web/store/remembered.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import type { TerminalMode } from '../contract.ts'
import { withControl } from '../core/control.ts'
import { openConnection, type TerminalConnection } from './connection.ts'
import { drawFaster, openEmulator } from './emulator.ts'
import { pageKeyOf } from './page-keys.ts'
import { paceResizes } from './resize-pace.ts'

export type LiveTerminal = {
  readonly close: () => void
  readonly connection: TerminalConnection
  readonly setMode: (mode: TerminalMode) => void
  /** Sends keys as if they were typed. */
  readonly press: (keys: string) => void
  /** Whether Ctrl is held for the next key, be it pressed or typed. */
  readonly control: ValueStore<boolean>
  /** Types what was copied elsewhere; the program there is told that it was not typed, where it asked to be. */
  readonly paste: (text: string) => void
  /** Makes letters larger or smaller by so many pixels, and remembers it for narrow windows, which have the buttons. */
  readonly enlarge: (byPx: number) => void
  /** Where keys go, if they may go anywhere: on a phone this opens the keyboard. */
  readonly focus: () => void
  /** What is selected, else what is on the screen. */
  readonly textToCopy: () => string
  /** Writes text into the emulator alone. */
  readonly show: (text: string) => void
  /** Whether anything was drawn. */
  readonly isEmpty: () => boolean
}

type Options = {
  readonly host: HTMLElement
  readonly sessionId: string
  readonly mode: TerminalMode
  readonly onLink: (address: string) => void
  /** A person wants to see what scrolled away. */
  readonly onHistory: (begin: 'search' | 'scroll') => void
}

export const fontSizes = { wide: 13, narrow: 11 } as const
const letters = { least: 8, most: 22 } as const
const rememberedLetters = createRemembered('terminal-letters', fontSizes.narrow)

const withinLetters = (px: number): number => Math.min(letters.most, Math.max(letters.least, px))

export function openLiveTerminal({ host, sessionId, mode, onLink, onHistory }: Options): LiveTerminal {
  const isWide = host.clientWidth >= 768
  const fontSize = isWide ? fontSizes.wide : withinLetters(rememberedLetters.read())
  const emulator = openEmulator({ host, scrollback: 0, takesKeys: true, fontSize, onLink })
  const { terminal } = emulator
  let isEmpty = true
  let wanted = mode
  const onWheel = (event: WheelEvent) => {
    // An agent that asked for the mouse gets it.
    if (terminal.modes.mouseTrackingMode !== 'none') return
    event.stopPropagation()
    if (event.deltaY < 0) onHistory('scroll')
  }
  const connection = openConnection({
    sessionId,
    mode,
    size: emulator.size(),
    onOutput(bytes) {
      isEmpty = false
      terminal.write(bytes, () => connection.shown(bytes.length))
    },
  })
  const { control, type } = holdControl(connection.type)
  terminal.onData(type)
  terminal.onBinary((data) => connection.type(Uint8Array.from(data, (char) => char.charCodeAt(0))))
  const resizes = paceResizes(connection.resize)
  terminal.onResize(({ cols, rows }) => resizes.tell({ columns: cols, rows }))
  terminal.attachCustomKeyEventHandler((event) => obeyPageKeys(event, { terminal, onHistory }))
  host.addEventListener('wheel', onWheel, { capture: true, passive: true })
  if (isWide) void drawFaster(terminal)
  if (mode === 'write') terminal.focus()
  return {
    connection,
    setMode(next) {
      wanted = next
      connection.setMode(next)
      if (next === 'write') terminal.focus()
    },
    press: type,
    control,
    paste: (text) => terminal.paste(text),
    enlarge: (byPx) => enlarge(terminal, byPx),
    focus() {
      if (wanted === 'write') terminal.focus()
    },
    textToCopy: () => terminal.getSelection() || screenOf(terminal),
    show: (text) => terminal.write(text),
    isEmpty: () => isEmpty,
    close() {
      resizes.stop()
      host.removeEventListener('wheel', onWheel, { capture: true })
      connection.close()
      emulator.close()
    },
  }
}

/** Ctrl of the page's own keys: it holds for one key, and what is typed on a keyboard is one, too. */
function holdControl(send: (keys: string) => void) {
  const control = createValue(false)
  const type = (keys: string): void => {
    send(control.get() ? withControl(keys) : keys)
    control.set(false)
  }
  return { control, type }
}

function enlarge({ options }: Terminal, byPx: number): void {
  options.fontSize = withinLetters((options.fontSize ?? fontSizes.narrow) + byPx)
  rememberedLetters.write(options.fontSize)
}

type PageKeys = { readonly terminal: Terminal; readonly onHistory: Options['onHistory'] }

/** The few keys that are the page's inside a terminal; answers whether the emulator may have the event. */
function obeyPageKeys(event: KeyboardEvent, { terminal, onHistory }: PageKeys): boolean {
  const meaning = pageKeyOf(event, terminal.hasSelection())
  if (meaning === null) return true
  event.preventDefault()
  if (event.type !== 'keydown') return false
  if (meaning === 'search') onHistory('search')
  else void copyText(terminal.getSelection())
  return false
}

function screenOf({ buffer, rows }: Terminal): string {
  const { active } = buffer
  const lines = Array.from({ length: rows }, (_, row) =>
    active.getLine(active.viewportY + row)?.translateToString(true),
  )
  return lines.join('\n').trimEnd()
}
