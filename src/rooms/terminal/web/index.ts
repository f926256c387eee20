// What the page takes from the terminal room.
import { lazy } from 'react'

export { TerminalPortsContext, type TerminalPorts } from './ports.ts'

/** The address pattern of a session's terminal, a page without the bars of the others. */
export const terminalPath = '/terminal/:id'

/** Loaded when a terminal is opened: the emulator is larger than the rest of the page. */
export const TerminalPage = lazy(() =>
  import('./terminal-page.tsx').then(({ TerminalPage }) => ({ default: TerminalPage })),
)
