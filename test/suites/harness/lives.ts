// Lives of agents as rows: what is done to a real client in its terminal, and what its card says after each moment.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SessionState } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import type { Service } from '../../support/service.ts'
import { shareOf, shareTold } from '../../support/share.ts'
import { cardsSeen, statesSeen } from '../../support/states.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'
import { transcriptTells } from './transcript-tells.ts'
import { descendantsOf, signalBelow, whenGone } from './descendants.ts'
import { openHere, openOnDevice, type HeldModel, type Place } from './places.ts'

const run = promisify(execFile)

/** A tool that runs until a test lets it end: only then is it known that its card said so while it ran. */
const heldTool = 'until test -e "$1.go"; do sleep 0.2; done; echo "$1"\n'

/** A start of a large program and a turn, where a dozen others wait for the same processor. */
const limitMs = 240_000
/** What was typed is drawn by then, if it is read at all. */
const drawnMs = 8000
const afterKeysMs = 100
/** A client that takes longer to end is told without how far the card was behind it. */
const goneLimitMs = 10_000
/** ORRERY_LIVES_AT_ONCE=1 tells them one after the other, as on a machine whose only work they are. */
const livesAtOnce = process.env.ORRERY_LIVES_AT_ONCE === undefined ? null : Number(process.env.ORRERY_LIVES_AT_ONCE)

/** What a life does. `{n}` of a text stands for the life's own word, so that lives beside each other do not mix. */
export type Deed =
  | { readonly type: string }
  | { readonly press: string }
  /** Until its screen shows it; `readMs`: and has for so long, as a person reads before they answer. */
  | { readonly sees: RegExp; readonly readMs?: number }
  /** Until the model is asked, and does not answer yet. */
  | { readonly asked: true }
  /** Until its screen shows that no more: how long a client takes for a key is its own affair. */
  | { readonly gone: RegExp }
  | { readonly answer: true }
  | { readonly signal: 'TERM' | 'KILL' }
  | { readonly kill: 'terminal' }
  | { readonly resume: 'conversation' }
  /** Says no, from here, to what it asks to be allowed. */
  | { readonly deny: 'approval' }
  /** Lets the tool end that runs `hold`. */
  | { readonly release: 'tool' }

/** After the deed the card says the state; null where that passes by before anybody could look. */
export type Moment = readonly [deed: Deed | null, state: SessionState | null]

export type Life = {
  readonly name: string
  readonly mode: 'print' | 'interactive'
  readonly prompt: string
  readonly moments: readonly Moment[]
  /** Every state in its order, each once: what is not here was never shown. */
  readonly states: readonly SessionState[]
}

export type Preparing = {
  readonly home: TestHome
  readonly project: string
  /** TMPDIR of the client. */
  readonly temporary: string
  readonly url: string
  readonly bin: string
}

export type ClientUnderTest = {
  readonly agentType: string
  readonly install: () => Promise<{ readonly bin: string } | { readonly problem: string }>
  readonly startModel: () => Promise<HeldModel>
  /** Settings of the client, before the service starts; answers its variables, and the service's config. */
  readonly prepare: (at: Preparing) => Promise<Variables>
  readonly lives: readonly Life[]
  /** Why its lives are told only where `ORRERY_ALL_LIVES` is set. */
  readonly costly?: string
  /** What the transcript of a life says, as Markdown; nothing for a client of which none is read. */
  readonly transcripts?: Readonly<Record<string, RegExp>>
}

export type Telling = {
  readonly atOnce: number
  /** Where its agents run: beside the service, or on a device with a daemon. */
  readonly on?: 'hub' | 'device'
}

/**
 * One service for the whole file, and some lives beside each other. Each is a start of a large program or two, so that a run tells
 * every second one; which ones, its seed decides.
 */
export function tellLives(client: ClientUnderTest, { atOnce, on = 'hub' }: Telling): void {
  let place: Place | null = null
  let problem = ''
  const kept = new AsyncDisposableStack()
  if (client.costly !== undefined && process.env.ORRERY_ALL_LIVES !== '1')
    problem = `${client.costly}: ORRERY_ALL_LIVES=1 tells them`
  before(async () => {
    if (problem !== '') return
    const installed = await client.install()
    if ('problem' in installed) return void (problem = `the client could not be installed: ${installed.problem}`)
    const model = kept.use(await client.startModel())
    const home = kept.use(await makeHome())
    const project = `${home.userHome}/project`
    await run('git', ['init', '-q', project])
    await writeFile(join(project, 'hold'), heldTool)
    // Some unpack libraries of many megabytes with each start, and leave them behind.
    const temporary = join(home.root, 'tmp')
    await mkdir(temporary)
    const variables = await client.prepare({ home, project, temporary, url: model.url, bin: installed.bin })
    const ready = { home, model, project, variables: { ...variables, TMPDIR: temporary } }
    place = on === 'hub' ? await openHere(kept, ready) : await openOnDevice(kept, ready)
  })
  after(() => kept.disposeAsync())
  const whose = `lives of ${client.agentType}${on === 'hub' ? '' : ' on a device'}`
  describe(`${whose} (${shareTold})`, { concurrency: livesAtOnce ?? atOnce }, () => {
    for (const [index, life] of shareOf([...client.lives.entries()], 3))
      test(`${life.mode}: ${life.name}`, async (t) => {
        if (place === null) return t.skip(problem)
        const took = await tell(place, { ...client, life, word: `life${index + 1}x` })
        if (took.length > 0) t.diagnostic(`${life.name}: ${took.join(', ')}`)
      })
  })
}

type Told = Pick<ClientUnderTest, 'agentType' | 'transcripts'> & { readonly life: Life; readonly word: string }

async function tell(
  { service, model, tmux, ...place }: Place,
  { life, word, agentType, transcripts }: Told,
): Promise<string[]> {
  const viewer = await openViewer(service.port)
  const filled = (text: string): string => text.replaceAll('{n}', word)
  const prompt = life.prompt === '' ? null : filled(life.prompt)
  const { id, name } = await place.launch({ agentType, isInteractive: life.mode === 'interactive', prompt })
  const target = `=${name}:`
  const screen = () => tmux('capture-pane', '-p', '-t', target)
  const seen = () => statesSeen(viewer, id)
  const came = timeStates(viewer, id)
  const shellOf = async () => Number((await tmux('display-message', '-p', '-t', target, '#{pane_pid}')).trim())
  const waitFor = (what: string, ask: () => Promise<boolean> | boolean) => until(what, ask, limitMs)
  const act = async (deed: Deed): Promise<void> => {
    if ('sees' in deed) {
      let sinceMs: number | null = null
      await waitFor(`its screen shows ${deed.sees.source}`, async () => {
        sinceMs = deed.sees.test(await screen()) ? (sinceMs ?? performance.now()) : null
        return sinceMs !== null && performance.now() - sinceMs >= (deed.readMs ?? 0)
      })
    } else if ('asked' in deed) await waitFor('the model is asked', () => model.waiting(word) > 0)
    else if ('gone' in deed) await waitFor(`${deed.gone.source} is gone`, async () => !deed.gone.test(await screen()))
    else if ('answer' in deed) model.answer(word)
    else if ('press' in deed) await tmux('send-keys', '-t', target, deed.press)
    else if ('release' in deed) await writeFile(join(place.project, `${word}.go`), '')
    else if ('deny' in deed) await denyWhatItAsks(service, id)
    else if ('kill' in deed) await tmux('kill-session', '-t', `=${name}`)
    else if ('resume' in deed) {
      const json = { conversation: 'resume' }
      const answer = await service.call(`PATCH /api/hooks/sessions/${id}`, { token: service.token, json })
      assert.equal(answer.status, 200, answer.text)
    } else if ('signal' in deed) {
      assert.ok(
        (await signalBelow(await shellOf(), `SIG${deed.signal}`)) > 0,
        'nothing runs there that could be signalled',
      )
    } else {
      const text = filled(deed.type)
      const standsThere = async () => (await screen()).includes(text.slice(0, 12))
      // A client that has just drawn its prompt may not read yet.
      await waitFor(`“${text}” stands there`, async () => {
        await tmux('send-keys', '-t', target, '-l', '--', text)
        return until('it is drawn', standsThere, drawnMs).catch(() => false)
      })
      // Gemini CLI takes an Enter within 30 ms of another key for a part of what is pasted.
      await wait(afterKeysMs)
      await tmux('send-keys', '-t', target, 'Enter')
    }
  }
  const took: string[] = []
  let pressedMs = 0
  try {
    for (const [deed, expected] of life.moments) {
      // From the state at hand on: one that passes by between two looks was shown as well.
      const before = Math.max(seen().length - 1, 0)
      const [what = ''] = deed === null ? [] : Object.keys(deed)
      const isEnd = expected === 'completed' || expected === 'failed'
      const ending = isEnd && causes.includes(what) ? await descendantsOf(await shellOf()) : []
      const begunMs = performance.now()
      if (deed !== null) await act(deed)
      const startedMs = performance.now()
      const gone = ending.length === 0 ? null : whenGone(ending, goneLimitMs)
      if (expected !== null)
        await waitFor(`the card says ${expected} after ${JSON.stringify(deed)}`, () =>
          seen().slice(before).includes(expected),
        )
      const cameMs = expected === null ? startedMs : (came(expected, begunMs) ?? startedMs)
      const sinceMs = (fromMs: number): number => Math.max(0, Math.round(cameMs - fromMs))
      const goneMs = await gone
      const behind = goneMs === null ? '' : `, ${sinceMs(goneMs)} behind its end`
      if (what === 'gone') took.push(`key to ${expected} ${sinceMs(pressedMs)} ms, of which behind its screen`)
      if (what === 'press') pressedMs = startedMs
      if (causes.includes(what) && expected !== null)
        took.push(`${what} to ${expected} ${sinceMs(startedMs)} ms${behind}`)
    }
    assert.deepEqual(seen(), life.states)
    const told = transcripts?.[life.name]
    if (told !== undefined) await transcriptTells(service, id, told)
    return took
  } catch (error) {
    const { json } = await service.call(`GET /api/hooks/sessions/${id}/events?limit=50`)
    const events = (json.events as { event: string; from: string; to: string; source: string; metadata: string }[])
      .toReversed()
      .map((each) => `${each.event} ${each.from} ${each.to} ${each.source} ${each.metadata ?? ''}`)
    const last = await screen().catch(() => 'no screen')
    throw new Error(`${seen().join(' ')}\n${events.join('\n')}\n${last}`, { cause: error })
  } finally {
    await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
    viewer[Symbol.dispose]()
  }
}

/** When the card came to say a state, at or after that moment; null while it has not. */
function timeStates(viewer: Viewer, id: string): (state: SessionState, fromMs: number) => number | null {
  const came: { readonly state: SessionState; readonly atMs: number }[] = []
  viewer.socket.on('message', () => {
    const state = cardsSeen(viewer, id).at(-1)?.state
    if (state !== undefined && state !== came.at(-1)?.state) came.push({ state, atMs: performance.now() })
  })
  return (state, fromMs) => came.find((one) => one.state === state && one.atMs >= fromMs)?.atMs ?? null
}

async function denyWhatItAsks({ call, token }: Service, session: string): Promise<void> {
  const asked = await until(
    'it asks to be allowed',
    async () => {
      const { json } = await call(`GET /api/approvals?state=open&session=${session}`, { token })
      return (json.approvals as readonly { id: string; input_hash: string }[]).at(0)
    },
    limitMs,
  )
  const json = { decision: 'deny', input_hash: asked.input_hash }
  const answer = await call(`POST /api/approvals/${asked.id}`, { token, json })
  assert.equal(answer.status, 200, answer.text)
}

/** What shows its effect by itself, so that a test can tell how long the card took. */
const causes: readonly string[] = ['answer', 'press', 'gone', 'signal', 'kill']
