// From a launch request to `running` on the board, against tmux starting a bare session.
import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from '../lib/connection.ts'
import { compareMedians, ratioAtMost, type Row } from '../lib/line.ts'
import { postRequest } from '../lib/requests.ts'
import { interleave, timed } from '../lib/rounds.ts'
import { startService } from '../lib/service.ts'
import { ownTmux } from '../lib/tmux.ts'
import { nextChange, openViewers } from '../lib/viewers.ts'

const launches = 20
const warmUpLaunches = 3
/** Until what the launch before has set off has come to rest. */
const pauseMs = 150

export const launch: Row = {
  name: 'launch',
  async run() {
    await using service = await startService()
    await using bareTmux = ownTmux()
    await bareTmux.run('new-session', '-d', '-s', 'first', 'sleep 100000')
    await using viewers = await openViewers(service.url, 1)
    await using connection = await openConnection(service.url)
    let started = 0
    const ours = async (): Promise<number> => {
      await wait(pauseMs)
      const name = `agent-launch-${(started += 1)}`
      const body = { agent_type: 'shell', prompt: 'sleep 100000', session_name: name }
      const { url, accessToken } = service
      const request = postRequest({ url, path: '/api/agents/launch', body, accessToken })
      const running = nextChange(viewers, ({ value }) => value?.tmux_session === name && value.state === 'running')
      const startedMs = performance.now()
      const answered = connection.exchange(request)
      const tookMs = (await running) - startedMs
      await answered
      return tookMs
    }
    const bare = async (): Promise<number> => {
      await wait(pauseMs)
      const name = `bare-${(started += 1)}`
      return timed(() => bareTmux.run('new-session', '-d', '-s', name, '--', 'sleep', '100000'))
    }
    await interleave(warmUpLaunches, { ours, bare })
    const measured = await interleave(launches, { ours, bare })
    const note = 'bare is tmux new-session -d'
    return [
      compareMedians({
        title: 'launch to running on the board',
        unit: 'ms',
        ...measured,
        goal: ratioAtMost(1.5),
        note,
      }),
    ]
  },
}
