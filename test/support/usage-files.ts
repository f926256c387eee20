// Files in which agents tell what they used, as Claude Code writes them, for tests that need usage of some days.
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestHome } from './home.ts'
import { ingest, launch, sessionOf } from './http.ts'
import type { Service } from './service.ts'

type Place = { readonly home: TestHome; readonly service: Service }

export type Used = {
  readonly model?: string
  readonly input: number
  readonly output: number
  readonly cached?: number
  /** Days before now. */
  readonly daysAgo?: number
}

let messages = 0

/** A session whose agent reports by hooks, with an empty file of its own. */
export async function openUsingSession(
  { service }: Pick<Place, 'service'>,
  label: string,
): Promise<{ readonly id: string; readonly conversation: string }> {
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 600', label }))
  return { id, conversation: `conv-${id.replaceAll(/\W/g, '')}` }
}

/** Its agent writes that it used this, and its hook tells that it is there. */
export async function use(
  { home, service }: Place,
  { id, conversation }: { readonly id: string; readonly conversation: string },
  used: readonly Used[],
): Promise<void> {
  const path = join(home.userHome, '.claude/projects/-project', `${conversation}.jsonl`)
  await mkdir(dirname(path), { recursive: true })
  const lines = used.map((each) => `${JSON.stringify(lineOf(conversation, each))}\n`)
  await appendFile(path, lines.join(''))
  await ingest(service, { session_id: id, event: 'tool_use', agent_type: 'code-agent', client_session: conversation })
}

const dayMs = 24 * 3_600_000

function lineOf(sessionId: string, { model = 'claude-opus-4-5', input, output, cached = 0, daysAgo = 0 }: Used) {
  messages += 1
  const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached }
  const timestamp = new Date(Date.now() - daysAgo * dayMs).toISOString()
  return { type: 'assistant', sessionId, timestamp, message: { id: `msg_${messages}`, model, usage } }
}
