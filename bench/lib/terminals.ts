// Terminals as their viewers see them: a socket, keys in, output out.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { hold } from './held.ts'
import { openConnection } from './connection.ts'
import { postRequest } from './requests.ts'
import type { Service } from './service.ts'

export type TerminalViewer = AsyncDisposable & {
  readonly socket: WebSocket
  readonly type: (keys: string) => void
  /** Resolves with the time of the next output. */
  readonly next: () => Promise<number>
}

/** Launches a shell command and resolves with its session's id. */
export async function launchShell(service: Service, name: string, prompt: string): Promise<string> {
  await using connection = await openConnection(service.url)
  const body = { agent_type: 'shell', prompt, session_name: name }
  const { url, accessToken } = service
  await connection.exchange(postRequest({ url, path: '/api/agents/launch', body, accessToken }))
  const answer = await fetch(`${url}/api/hooks/sessions`)
  const { sessions } = (await answer.json()) as { sessions: readonly { id: string; tmux_session: string }[] }
  const session = sessions.find(({ tmux_session: tmuxSession }) => tmuxSession === name)
  if (session === undefined) throw new Error(`${name} was not launched`)
  return session.id
}

/** Resolves with the first picture in. `host` is the name by which a service behind a line of the test's own is asked. */
export async function openTerminal(
  address: string,
  token: string | null = null,
  host: string = new URL(address).host,
): Promise<TerminalViewer> {
  const protocols = token === null ? [] : ['orrery', `orrery.token.${token}`]
  const socket = new WebSocket(address, protocols, { perMessageDeflate: false, headers: { host } })
  let waiting = Promise.withResolvers<number>()
  socket.on('message', (_data, isBinary) => {
    if (isBinary) waiting.resolve(performance.now())
  })
  const next = (): Promise<number> => {
    waiting = Promise.withResolvers<number>()
    return waiting.promise
  }
  const first = next()
  await once(socket, 'open')
  await first
  return hold({ socket, next, type: (keys: string) => socket.send(Buffer.from(keys)) }, async () => socket.terminate())
}

export function terminalAddress({ url }: { readonly url: string }, id: string): string {
  return `${url.replace(/^http/, 'ws')}/ws/terminal/${id}?mode=write&columns=80&rows=24`
}

/** Until what a key has set off has come to rest. */
const pauseMs = 10

/** Milliseconds from a key to the next output. */
export async function press(viewer: TerminalViewer): Promise<number> {
  await wait(pauseMs)
  const echoed = viewer.next()
  const startedMs = performance.now()
  viewer.type('x')
  return (await echoed) - startedMs
}
