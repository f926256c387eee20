// What can be typed in a terminal instead of clicked here.
import { shellQuoted, shellWord } from '#base/shell-word.ts'
import type { SessionCard } from '../../contract.ts'

type Named = Pick<SessionCard, 'id' | 'tmux_session'>

export function orreryAttach({ tmux_session: name }: Named): string {
  return `orrery attach ${shellWord(name)}`
}

/** `=` asks for exactly this name: without it tmux takes a prefix. Always quoted, since zsh expands a leading `=`. */
export function tmuxAttach({ tmux_session: name }: Named, socket: string | null): string {
  const server = socket === null ? '' : ` -L ${shellWord(socket)}`
  return `tmux${server} attach -t ${shellQuoted(`=${name}`)}`
}

/** The tmux server of a daemon, beside that of a service. */
const daemonSocket = 'orrery-device'

/** In a terminal of the device that the session runs on. */
export function attachThere(session: Named): string {
  return tmuxAttach(session, daemonSocket)
}

type Place = { readonly ssh_host: string; readonly tmux_socket: string | null }

/** From another machine; the part for tmux is read by the shell over there. */
export function sshAttach(session: Named, { ssh_host: host, tmux_socket: socket }: Place): string {
  return `ssh -t ${shellWord(host)} -- ${shellWord(tmuxAttach(session, socket))}`
}

/** The request that a button sends, with the token left to fill in where one is needed. */
export function curlFor(origin: string, { id }: Named, event: string): string {
  const url = `${origin}/api/hooks/sessions/${encodeURIComponent(id)}`
  const body = JSON.stringify({ event })
  return `curl -X PATCH ${shellWord(url)} -H 'content-type: application/json' -d ${shellWord(body)}`
}
