// Requests as bytes, made once and sent often.

/** Sessions that the events of this run are about. */
export function sessionName(index: number): string {
  return `agent-bench-${index}`
}

/** An agent's event as the hook script sends it, but on a connection that stays open. */
export function eventRequest(url: string, session: string, event: string): Buffer {
  const metadata = 'Bash: npm test -- --test-name-pattern=ingest'
  const body = { tmux_session: session, event, metadata, agent_type: 'code-agent' }
  return postRequest({ url, path: '/api/hooks/ingest', body })
}

export type Post = {
  readonly url: string
  readonly path: string
  readonly body: object
  readonly accessToken?: string
}

export function postRequest({ url, path, body, accessToken }: Post): Buffer {
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(accessToken === undefined ? [] : [`Authorization: Bearer ${accessToken}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}
