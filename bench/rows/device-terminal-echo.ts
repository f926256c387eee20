// From a key to its echo on a device, against a terminal of the hub's own that is looked at over the same slow line.
import { setTimeout as wait } from 'node:timers/promises'
import { startDaemon } from '../lib/daemon.ts'
import { ratioAtMost, type Row } from '../lib/line.ts'
import { startHub, type Service } from '../lib/service.ts'
import { openSlowLink } from '../lib/slow-link.ts'
import { median } from '../lib/stats.ts'
import { launchShell, openTerminal, press, terminalAddress } from '../lib/terminals.ts'

const linkMs = 20
const keys = 200
const warmUpKeys = 20
/** The first pictures of a viewer come in several pieces. */
const settleMs = 1000
const lookMs = 50
const patienceMs = 30_000

export const deviceTerminalEcho: Row = {
  name: 'device-terminal-echo',
  async run() {
    await using hub = await startHub()
    await using link = await openSlowLink(hub.url, linkMs)
    await using daemon = await startDaemon(hub, { claude: 'exec cat', through: link.url })
    if (daemon.pid === 0) throw new Error('the daemon did not start')
    const here = await launchShell(hub, 'agent-echo', 'exec cat')
    const there = await launchThere(hub)
    // One line each: between hub and device for the one, between page and hub for the other.
    await using ours = await openTerminal(terminalAddress(hub, there), hub.accessToken)
    await using bare = await openTerminal(terminalAddress(link, here), hub.accessToken, new URL(hub.url).host)
    await wait(settleMs)
    for (let key = 0; key < warmUpKeys; key++) await Promise.all([press(ours), press(bare)])
    const [oursMs, bareMs]: [number[], number[]] = [[], []]
    for (let key = 0; key < keys; key++) {
      oursMs.push(await press(ours))
      bareMs.push(await press(bare))
    }
    const [measured, bareMedian] = [median(oursMs), median(bareMs)]
    const note = `median of ${keys} keys over a line of ${linkMs} ms; bare is a terminal of the hub over the same line`
    return [
      {
        title: 'terminal echo on a device',
        unit: 'ms',
        measured,
        bare: bareMedian,
        ratio: measured / bareMedian,
        goal: ratioAtMost(2),
        note,
      },
    ]
  },
}

/** A session on the device, once its terminal is there. */
async function launchThere({ url, accessToken }: Service): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    harness: 'code-agent',
    prompt: '',
    deviceTarget: 'auto',
    options: { interactive: true },
  })
  const untilMs = performance.now() + patienceMs
  let id: string | null = null
  let last = ''
  while (performance.now() < untilMs) {
    // Until its first heartbeat a device takes nothing.
    const answer = await fetch(`${url}/api/sessions${id === null ? '' : `/${id}`}`, {
      headers,
      ...(id === null ? { method: 'POST', body } : {}),
    })
    last = await answer.text()
    const { session } = JSON.parse(last) as { session?: { id: string; tmux_alive: boolean | null } }
    if (session?.tmux_alive === true) return session.id
    id ??= session?.id ?? null
    await wait(lookMs)
  }
  throw new Error(`nothing was launched on the device: ${last}`)
}
