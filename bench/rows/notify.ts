// From an event that calls somebody at once to its push at a real endpoint: encrypted, signed, sent and decrypted there.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPushEndpoint } from '#testing/push-endpoint.testkit.ts'
import { askService } from '../lib/ask-service.ts'
import { atMost, type Row } from '../lib/line.ts'
import { sessionName } from '../lib/requests.ts'
import { keptPlace, startService, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'

const warmUps = 3
const calls = 40
/** The service and the machine have come to rest after the call before. */
const pauseMs = 80

export const notify: Row = {
  name: 'notify',
  async run() {
    await using endpoint = await startPushEndpoint()
    await using place = keptPlace()
    const ca = join(place.home.path, 'ca.pem')
    await writeFile(ca, endpoint.certificate.cert)
    const config = { notify: { privateTargets: ['localhost'] } }
    await writeFile(join(place.home.path, 'config.json'), JSON.stringify(config), { mode: 0o600 })
    await using service = await startService(place, { NODE_EXTRA_CA_CERTS: ca })
    await service.tmux.run('new-session', '-d', '-s', sessionName(0), 'exec sleep 100000')
    const { status } = await askService(service, '/api/notifications/subscriptions', endpoint.subscribe('bench'))
    if (status !== 201) throw new Error(`not subscribed: ${status}`)
    const tookMs: number[] = []
    for (let round = 0; round < warmUps + calls; round += 1) {
      const took = await callOnce(service, endpoint, round)
      if (round >= warmUps) tookMs.push(took)
    }
    const worst = percentile(tookMs, 1)
    return [
      {
        title: 'an event to the push endpoint',
        unit: 'ms',
        measured: median(tookMs),
        bare: null,
        ratio: null,
        goal: atMost(50),
        note: `beyond its delay, which is none for a permission; median of ${calls}, the worst ${worst.toFixed(0)} ms`,
      },
    ]
  },
}

type Endpoint = Awaited<ReturnType<typeof startPushEndpoint>>

/** Milliseconds. Ends the approval again, so that the next one is the only one. */
async function callOnce(service: Service, endpoint: Endpoint, round: number): Promise<number> {
  await wait(pauseMs)
  const told = nextPush(endpoint, 'told')
  const startedMs = performance.now()
  const answer = await askService(service, '/api/hooks/approvals', {
    tmux_session: sessionName(0),
    event: 'to_review',
    hook: 'PermissionRequest',
    agent_type: 'code-agent',
    request: { tool_name: 'Bash', tool_input: { command: `test ${round}` } },
  })
  const { id } = (await answer.json()) as { readonly id: string }
  const tookMs = (await told) - startedMs
  const over = nextPush(endpoint, 'over')
  const read = await askService(service, `/api/approvals/${id}`)
  const { approval } = (await read.json()) as { readonly approval: { readonly input_hash: string } }
  await askService(service, `/api/approvals/${id}`, { decision: 'deny', input_hash: approval.input_hash })
  await over
  return tookMs
}

/** When the next push of that event was there and read. */
function nextPush(endpoint: Endpoint, event: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  endpoint.answer(() => {
    if (endpoint.pushes.at(-1)?.payload.event === event) resolve(performance.now())
    return { status: 201 }
  })
  return promise
}
