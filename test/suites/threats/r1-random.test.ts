// R1: kill -9 at random moments under load loses nothing that was acknowledged: a hundred, of which a run makes fifteen.
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeHome } from '../../support/home.ts'
import { ingest, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { isWhole, numbersOfSeed, shareTold } from '../../support/share.ts'
import { Acknowledged } from './acknowledged.ts'
import { accepted, assertNothingTorn, isCutOff } from './kill-rig.ts'

/** Long enough for the debounce of sessions.json; most lives are much shorter. */
const longestLifeMs = 700
const moments = isWhole ? 100 : 15

test(`a service that dies at random moments under load loses nothing acknowledged (${shareTold})`, async () => {
  await using place = await makeHome()
  const clients = [0, 1, 2, 3].map(() => new Acknowledged())
  const random = numbersOfSeed()
  for (let run = 0; run <= moments; run++) {
    await using service = await startService(place)
    await assertNothingTorn(place, `run ${run}`)
    for (const known of clients) await known.verify(service, `before run ${run}`)
    const load = clients.map((known, client) => loadUntilDead(service, known, `${run}-${client}`))
    await wait(random() ** 4 * longestLifeMs)
    await service.kill()
    await Promise.all(load)
  }
})

/** Events, one after the other, until the service is gone. */
async function loadUntilDead(service: Service, known: Acknowledged, name: string): Promise<void> {
  const tmuxSession = `agent-load-${name}`
  const events = ['start', 'to_review', 'tool_use', 'to_review', 'running', 'exit', 'requeue']
  for (let count = 0; ; count++) {
    const message = `${name} ${count}`
    const event = events[count % events.length]
    try {
      await known.during(tmuxSession, message, async () => {
        const answer = await ingest(service, { tmux_session: tmuxSession, event, metadata: message })
        known.take(sessionOf(accepted(answer)), message)
      })
    } catch (error) {
      if (!isCutOff(error)) throw error
      return
    }
  }
}
