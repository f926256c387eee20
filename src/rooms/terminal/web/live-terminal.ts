// Connects an emulator with a session's terminal: output in, keys out, sizes in step.
import type { Terminal } from '@xterm/xterm'
import { copyText } from '#platform/web/ui/copy-button.tsx'
import type { TerminalMode } from '../contract.ts'
import { openConnection, type TerminalConnection } from './connection.ts'
import { drawFaster, openEmulator } from './emulator.ts'

export type LiveTerminal = {
  readonly close: () => void
  readonly connection: TerminalConnection
  readonly setMode: (mode: TerminalMode) => void
  /** Sends keys as if they were typed. */
  readonly press: (keys: string) => void
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

export function openLiveTerminal({ host, sessionId, mode, onLink, onHistory }: Options): LiveTerminal {
  const isWide = host.clientWidth >= 768
  const fontSize = isWide ? fontSizes.wide : fontSizes.narrow
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
    size: emulator.fit(),
    onOutput(bytes) {
      isEmpty = false
      terminal.write(bytes, () => connection.shown(bytes.length))
    },
  })
  terminal.onData(connection.type)
  terminal.onBinary((data) => connection.type(Uint8Array.from(data, (char) => char.charCodeAt(0))))
  terminal.onResize(({ cols, rows }) => connection.resize({ columns: cols, rows }))
  terminal.attachCustomKeyEventHandler((event) => obeyPageKeys(event, { terminal, onHistory }))
  host.addEventListener('wheel', onWheel, { capture: true, passive: true })
  const observer = new ResizeObserver(() => emulator.fit())
  observer.observe(host)
  if (isWide) void drawFaster(terminal)
  if (mode === 'write') terminal.focus()
  return {
    connection,
    setMode(next) {
      wanted = next
      connection.setMode(next)
      if (next === 'write') terminal.focus()
    },
    press: connection.type,
    focus() {
      if (wanted === 'write') terminal.focus()
    },
    textToCopy: () => terminal.getSelection() || screenOf(terminal),
    show: (text) => terminal.write(text),
    isEmpty: () => isEmpty,
    close() {
      observer.disconnect()
      host.removeEventListener('wheel', onWheel, { capture: true })
      connection.close()
      emulator.close()
    },
  }
}

type PageKeys = { readonly terminal: Terminal; readonly onHistory: Options['onHistory'] }

/** The few keys that are the page's inside a terminal; answers whether the emulator may have the event. */
function obeyPageKeys(event: KeyboardEvent, { terminal, onHistory }: PageKeys): boolean {
  const isOurs = (event.ctrlKey && event.shiftKey) || (event.metaKey && !event.ctrlKey)
  const key = event.key.toLowerCase()
  if (!isOurs || !(key === 'f' || (key === 'c' && terminal.hasSelection()))) return true
  event.preventDefault()
  if (event.type !== 'keydown') return false
  if (key === 'f') onHistory('search')
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
