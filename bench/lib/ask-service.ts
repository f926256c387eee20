// A request of a person with the access token; with a body it is a POST.
import type { Service } from './service.ts'

export function askService({ url, accessToken }: Service, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const post = { method: 'POST', body: JSON.stringify(body) }
  return fetch(`${url}${path}`, { headers, ...(body === undefined ? {} : post) })
}
