// Reads the address of a hub as a person typed it.

/** `isSafe`: https, or a hub on this machine. */
export type HubAddress = { readonly origin: string; readonly isSafe: boolean; readonly isOfThisMachine: boolean }

const form =
  /^(?<scheme>https?):\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(?<port>\d{1,5}))?\/?$/i
const ofThisMachine = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Null for what is no http or https address, and for one with a path, a query or a user. */
export function readHubAddress(typed: string): HubAddress | null {
  const groups = form.exec(typed.trim())?.groups
  if (groups === undefined || Number(groups.port ?? 1) > 65_535) return null
  const scheme = groups.scheme?.toLowerCase() ?? ''
  const host = groups.host?.toLowerCase() ?? ''
  const isUsual = groups.port === undefined || Number(groups.port) === (scheme === 'https' ? 443 : 80)
  const origin = `${scheme}://${host}${isUsual ? '' : `:${Number(groups.port)}`}`
  const isOfThisMachine = ofThisMachine.test(host)
  return { origin, isSafe: scheme === 'https' || isOfThisMachine, isOfThisMachine }
}
