// The routes of a session's terminal.
import { route } from '#platform/route.ts'
import type { ResourcesAnswer, ScreenAnswer, TransferAnswer } from './contract.ts'

const access = 'authenticated'

/** The socket of a live terminal, by the session's id; its query is `TerminalQuery`. */
export const terminalSocketPath = '/ws/terminal/:id'

/** CPU and memory of the processes in a session's terminal; null when it has none. */
export const readResources = route<{ answer: ResourcesAnswer }>()({
  method: 'GET',
  path: '/api/agents/:id/resources',
  access,
})

/** What a caller may ask of a screen: lines before it, and colours as escape sequences. */
export type ScreenQuery = { readonly history?: number; readonly colour?: boolean }

/** What a session's terminal shows, and the history before it; null when it has none. */
export const readScreen = route<{ query: ScreenQuery; answer: ScreenAnswer }>()({
  method: 'GET',
  path: '/api/agents/:id/screen',
  access,
})

/** What another device needs to show the session; no credentials are in it. */
export const readTransfer = route<{ answer: TransferAnswer }>()({
  method: 'GET',
  path: '/api/agents/:id/transfer',
  access,
})
