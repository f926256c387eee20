// Asks a program of this machine by Node's own client: fetch would load another HTTP stack into a daemon that is at rest.
import { get } from 'node:http'
import { json } from 'node:stream/consumers'

/** What it answers to a GET, parsed. Rejects for no answer in time, for a refusal or a redirection, and for what is no JSON. */
export async function askHere(url: URL, timeoutMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const ask = url.protocol === 'https:' ? (await import('./ask-securely.ts')).getSecurely : get
  const asked = ask(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
    if (answer.statusCode === 200) return resolve(json(answer))
    answer.resume()
    reject(new Error(`${url.origin} answered ${answer.statusCode}`))
  })
  asked.on('error', reject)
  return await promise
}
