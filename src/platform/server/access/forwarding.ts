// Header names by which a proxy, a tunnel or a CDN says that it passed a request on (any of them: not a local caller).

const names: ReadonlySet<string> = new Set(['forwarded', 'x-real-ip', 'via', 'cdn-loop', 'true-client-ip'])
const families = ['x-forwarded-', 'cf-', 'tailscale-', 'ngrok-']

/** `name` in lower case. */
export function tellsOfForwarding(name: string): boolean {
  return names.has(name) || name === 'x-forwarded' || families.some((family) => name.startsWith(family))
}
