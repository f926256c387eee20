// From a person's decision to the end of the hook that waits for it, with which the agent goes on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { askService } from '../lib/ask-service.ts'
import { atMost, type Row } from '../lib/line.ts'
import { sessionName } from '../lib/requests.ts'
import { startService, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'

const decisions = 40
/** The service and the machine have come to rest after the decision before. */
const pauseMs = 80

export const approval: Row = {
  name: 'approval',
  async run() {
    await using service = await startService()
    // Without a terminal its session ends at the next look at tmux, and the question with it.
    await service.tmux.run('new-session', '-d', '-s', sessionName(0), 'exec sleep 100000')
    const tookMs: number[] = []
    for (let round = 0; round < decisions; round += 1) tookMs.push(await decideOnce(service, round))
    const worst = percentile(tookMs, 1)
    return [
      {
        title: 'a decision to the agent’s going on',
        unit: 'ms',
        measured: median(tookMs),
        bare: null,
        ratio: null,
        goal: atMost(100),
        note: `median of ${decisions}, from before the request of the decision to the end of the hook; the worst ${worst.toFixed(0)} ms`,
      },
    ]
  },
}

/** Milliseconds; throws when the hook printed anything but the decision. */
async function decideOnce(service: Service, round: number): Promise<number> {
  const hook = startHook(service, round)
  const { id, input_hash } = await openApproval(service)
  await wait(pauseMs)
  const startedMs = performance.now()
  const decided = askService(service, `/api/approvals/${id}`, { decision: 'approve', input_hash })
  const printed = await hook.ended
  const tookMs = performance.now() - startedMs
  const { status } = await decided
  if (status !== 200 || !printed.includes('"behavior":"allow"')) {
    throw new Error(`the decision was answered ${status}, and the hook of round ${round} printed: ${printed}`)
  }
  return tookMs
}

/** As the client runs it when a tool needs a person's yes. */
function startHook(service: Service, round: number) {
  const { PATH, LANG } = process.env
  const hook = spawn('bash', [join(service.home, 'bin', 'orrery-approval.sh'), 'PermissionRequest', 'code-agent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH,
      LANG,
      SERVICE_HOME: service.home,
      SERVICE_SESSION_TMUX: sessionName(0),
      SERVICE_HOOK_PORT: new URL(service.url).port,
    },
  })
  hook.stdin.end(JSON.stringify({ session_id: 'bench', tool_name: 'Bash', tool_input: { command: `test ${round}` } }))
  const ended = Promise.all([text(hook.stdout), once(hook, 'close')]).then(([printed]) => printed)
  return { ended }
}

type Open = { readonly id: string; readonly input_hash: string }

async function openApproval(service: Service): Promise<Open> {
  for (;;) {
    const answer = await askService(service, '/api/approvals?state=open')
    const { approvals } = (await answer.json()) as { readonly approvals: readonly Open[] }
    const [first] = approvals
    if (first !== undefined) return first
    await wait(5)
  }
}
