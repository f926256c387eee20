// The address of a session's terminal for another device, and whether another device could reach it.

export type TerminalAddress = { readonly url: string; readonly isReachable: boolean }

/** `base` is an origin, perhaps with a path. */
export function terminalAddress(base: string, sessionId: string): TerminalAddress {
  const url = new URL(`${base.replace(/\/+$/, '')}/terminal/${encodeURIComponent(sessionId)}`)
  return { url: url.href, isReachable: !loopback.test(url.hostname) }
}

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/
