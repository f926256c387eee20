// From the moment at which a tool's hook was received until what is derived of it is there: pushed to a page, and read.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { askService } from '../lib/ask-service.ts'
import { openConnection } from '../lib/connection.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { postRequest, sessionName } from '../lib/requests.ts'
import { startService, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'
import { launchShell } from '../lib/terminals.ts'

const tools = 200
const warmUps = 20
const limitMs = 50

export const derived: Row = {
  name: 'derived',
  async run() {
    await using service = await startService()
    const name = sessionName(0)
    const id = await launchShell(service, name, 'exec sleep 1000')
    await using page = await openPage(service, id)
    await using hooks = await openConnection(service.url)
    const [toldMs, readMs]: [number[], number[]] = [[], []]
    for (let round = -warmUps; round < tools; round += 1) {
      const command = `npm test -- --round=${round}`
      const tool = { name: 'Bash', ok: true, command, file: null, directory: '/p' }
      const body = { tmux_session: name, event: 'tool_use', agent_type: 'code-agent', tool }
      const told = page.shows(command)
      const sentMs = performance.now()
      await hooks.exchange(postRequest({ url: service.url, path: '/api/hooks/ingest', body }))
      if ((await lastCommand(service, id)) !== command) throw new Error(`${command} is not derived`)
      const tookMs = performance.now() - sentMs
      const pushedMs = (await told) - sentMs
      if (round < 0) continue
      readMs.push(tookMs)
      toldMs.push(pushedMs)
    }
    return [
      line('derived state, read behind its hook', readMs, 'the hook’s own answer and the question for it are within'),
      line('derived state, pushed behind its hook', toldMs, 'a page is told that its session changed, and has asked'),
    ]
  },
}

function line(title: string, tookMs: readonly number[], what: string): Line {
  const note = `median of ${tookMs.length}, from before the hook was sent; ${what}; of 20 one took ${percentile(tookMs, 0.95).toFixed(1)} ms or more`
  return { title, unit: 'ms', measured: median(tookMs), bare: null, ratio: null, goal: atMost(limitMs), note }
}

async function lastCommand(service: Service, id: string): Promise<string | null> {
  const answer = await askService(service, `/api/sessions/${id}/derived`)
  const { derived: state } = (await answer.json()) as { derived: { commands: readonly { command: string }[] } }
  return state.commands.at(-1)?.command ?? null
}

type Page = AsyncDisposable & {
  /** Resolves with the time at which a page that was told to look again has read that command. */
  readonly shows: (command: string) => Promise<number>
}

/** As a page with both panes does: it asks again whenever its session's card changes. */
async function openPage(service: Service, id: string): Promise<Page> {
  const protocols = ['orrery', `orrery.token.${service.accessToken}`]
  const socket = new WebSocket(`${service.url.replace(/^http/, 'ws')}/ws/state`, protocols, {
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  const shows = (command: string): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const look = async (data: Buffer): Promise<void> => {
      if (!data.includes(id) || (await lastCommand(service, id)) !== command) return
      socket.off('message', heard)
      resolve(performance.now())
    }
    const heard = (data: Buffer): void => void look(data).catch(reject)
    socket.on('message', heard)
    return promise
  }
  return hold({ shows }, async () => socket.terminate())
}
