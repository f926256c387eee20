// What the page takes from the terminal room.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'

export { TerminalPortsContext, type TerminalPorts } from './ports.ts'

/** The address pattern of a session's terminal, a page without the bars of the others. */
export const terminalPath = '/terminal/:id'

/** Fetches what draws a recording: the emulator. */
export const loadScreen = async () => (await import('./recorded/recorded-screen.ts')).openRecordedScreen

/** Loaded when a terminal is opened: the emulator is larger than the rest of the page. */
export const TerminalPage = lazyPart(() => import('./terminal-page.tsx').then(({ TerminalPage }) => TerminalPage))
