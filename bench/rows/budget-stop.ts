// From the record by which a session uses up its budget, in its agent's own file, to its stop on the board.
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { askService } from '../lib/ask-service.ts'
import { atMost, type Row } from '../lib/line.ts'
import { startHub, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'
import { nextChange, openViewers } from '../lib/viewers.ts'

const stops = 12
/** What is promised of every stop. */
const limitMs = 2000

export const budgetStop: Row = {
  name: 'budget-stop',
  async run() {
    await using service = await startHub()
    await using viewers = await openViewers(service.url, 1)
    const budget = { per: 'session', unit: 'tokens', limit: 100, at_limit: 'stop' }
    await takenBy(setBudgets(service, [budget]))
    const tookMs: number[] = []
    for (let index = 0; index < stops; index += 1) {
      const conversation = `conversation-${index}`
      const id = await launched(service)
      await writeUsage(service, conversation, 90)
      await hear(service, id, conversation)
      await untilCounted(service, id)
      const isStopped = nextChange(viewers, ({ value }) => value?.id === id && value.end_reason === 'budget')
      const startedMs = performance.now()
      await writeUsage(service, conversation, 20)
      await isStopped
      tookMs.push(performance.now() - startedMs)
    }
    return [
      {
        title: 'a budget stops a session',
        unit: 'ms',
        measured: percentile(tookMs, 1),
        bare: null,
        ratio: null,
        goal: atMost(limitMs),
        note: `the worst of ${stops}, median ${median(tookMs).toFixed(0)} ms; from the write of the record, of which no hook tells`,
      },
    ]
  },
}

async function takenBy(asked: Promise<Response>): Promise<Response> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function launched(service: Service): Promise<string> {
  const body = { agent_type: 'shell', prompt: 'sleep 600' }
  const { session } = (await (await takenBy(askService(service, '/api/agents/launch', body))).json()) as {
    session: { id: string }
  }
  return session.id
}

function setBudgets({ url, accessToken }: Service, budgets: readonly object[]): Promise<Response> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  return fetch(`${url}/api/fuel/budgets`, { method: 'PUT', headers, body: JSON.stringify({ budgets }) })
}

let messages = 0

/** As Claude Code writes it down. */
async function writeUsage({ home }: Service, conversation: string, tokens: number): Promise<void> {
  const path = join(home, '.claude/projects/-project', `${conversation}.jsonl`)
  await mkdir(dirname(path), { recursive: true })
  const usage = { input_tokens: tokens, output_tokens: 0 }
  const message = { id: `msg_${(messages += 1)}`, model: 'claude-opus-4-5', usage }
  const line = { type: 'assistant', sessionId: conversation, timestamp: new Date().toISOString(), message }
  await appendFile(path, `${JSON.stringify(line)}\n`)
}

async function hear(service: Service, id: string, conversation: string): Promise<void> {
  const report = { session_id: id, event: 'tool_use', agent_type: 'code-agent', client_session: conversation }
  await takenBy(askService(service, '/api/hooks/ingest', report))
}

async function untilCounted(service: Service, id: string): Promise<void> {
  for (;;) {
    const answer = await takenBy(askService(service, '/api/fuel/usage?by=session'))
    const { groups } = (await answer.json()) as { groups: readonly { id: string; tokens: number }[] }
    if (groups.some((group) => group.id === id && group.tokens === 90)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
