// The service is killed while it types an answer: the agent hears it once or not at all, and where nobody knows, that is said.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PageOfAnswers, Readiness } from '#rooms/sessions/contract/answer.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const said = 'go on with the second plan'

/** Writes down what it hears. Its screen never stands still, so that a text stands in its prompt for a while before Enter. */
const prompt =
  'touch begun; (while :; do echo tick; sleep 0.1; done) & while IFS= read -r line; do echo "$line" >> heard; done'

type At = { readonly place: TestHome; readonly service: Service }

const heardIn = (place: TestHome): readonly string[] => {
  const path = join(place.root, 'heard')
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
}

async function screenOf({ place }: Pick<At, 'place'>): Promise<string> {
  return place.tmux('capture-pane', '-p', '-t', '=agent-hears:')
}

/** When the service is killed, as somebody sees it from outside. */
const moments: Readonly<Record<string, (at: At) => Promise<unknown>>> = {
  'as it is asked': async () => undefined,
  'once the text stands in the prompt': (at) =>
    until('it stands there', async () => (await screenOf(at)).includes(said)),
  'once the agent heard it': ({ place }) => until('it is heard', () => heardIn(place).length > 0),
}

for (const [name, reached] of Object.entries(moments)) {
  test(`kill -9 ${name}`, async () => {
    await using place = await makeHome()
    const first = await startService(place)
    const body = { agent_type: 'shell', session_name: 'agent-hears', prompt, working_dir: place.root }
    const { id } = sessionOf(await launch(first, body))
    await until('it listens', () => existsSync(join(place.root, 'begun')))
    await ingest(first, { tmux_session: 'agent-hears', event: 'to_review', metadata: 'Which plan?' })
    const { token } = first
    const sending = first.call(`POST /api/agents/${id}/input`, { token, json: { text: said } }).catch(() => null)
    await reached({ place, service: first })
    await first.kill()
    await sending

    await using service = await startService(place)
    const { json } = await service.call(`GET /api/agents/${id}/answers`, { token: service.token })
    const { answers } = json as PageOfAnswers
    assert.ok(answers.length <= 1, 'it is one answer')
    const heard = heardIn(place)
    assert.ok(heard.length <= 1, heard.join())
    const state = answers[0]?.state
    if (state === 'typed') assert.deepEqual(heard, [said])
    if (state === undefined) assert.deepEqual([heard, (await screenOf({ place })).includes(said)], [[], false])
    assert.ok(state === undefined || state === 'typed' || state === 'unknown', state)

    const session = (await listSessions(service)).find((each) => each.id === id)
    const asked = await service.call(`GET /api/agents/${id}/input`, { token: service.token })
    const { unfinished } = asked.json as Readiness
    // While it still waits for this answer whoever is about to write sees that it may stand there.
    const isTold = session?.state === 'awaiting_review' && state === 'unknown'
    assert.equal(unfinished?.text ?? null, isTold ? said : null)

    // Its person looks, finds it in the prompt and presses Enter; nothing comes a second time.
    if (isTold && (await screenOf({ place })).includes(said)) {
      await place.tmux('send-keys', '-t', '=agent-hears:', 'Enter')
      await until('it is heard', () => heardIn(place).length > 0)
    }
    const { code } = await orrery(place, ['ls'])
    assert.equal(code, 0)
    assert.ok(heardIn(place).every((line) => line === said) && heardIn(place).length <= 1, heardIn(place).join())
  })
}
