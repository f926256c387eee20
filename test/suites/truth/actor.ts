// One agent's owner: asks for one thing after the other about one name, and remembers what was answered.
import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '#rooms/sessions/contract.ts'
import type { TestHome } from '../../support/home.ts'
import { call, type Answer } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'
import type { Agents } from './evidence.ts'
import type { Case, Deed } from './judge.ts'
import type { Random } from './random.ts'

export type Stage = {
  readonly place: TestHome
  readonly agents: Agents
  /** The service as it runs now: it is started anew in between. */
  readonly service: () => Service
  readonly random: Random
}

export interface Actor {
  readonly name: string
  /** One step, by chance; resolves with what it was. */
  readonly step: () => Promise<string>
  /** Everything that runs was closed from outside. */
  readonly killed: () => void
  /** What is to be true of its session now; null before there was one. */
  readonly known: () => (Case & { readonly sessionId: string }) | null
  /** Whether its terminal was closed from outside, ever. */
  readonly wasKilled: () => boolean
}

type State = { sessionId: string; case: Case; wasKilled: boolean }

/** Everything that a person can do to a session, and what the world does to it. */
export function createActor(stage: Stage, name: string): Actor {
  const { agents, random } = stage
  let state: State | null = null

  const ask = (route: string, json?: object): Promise<Answer> => {
    const { port, token } = stage.service()
    return call(port, route, { token, ...(json === undefined ? {} : { json }) })
  }
  const runs = (): number => agents.runsOf(name).length
  const isDismissed = (): boolean => state === null || state.case.deeds.some((deed) => deed.startsWith('dismiss'))

  function did(deeds: readonly Deed[], runsBefore: number): void {
    if (state === null) return
    const isStart = deeds.includes('start')
    const before = state.case
    state.case = { ...before, deeds, ...(isStart ? { runsBefore, isKilled: false } : {}) }
  }

  async function launch(): Promise<string> {
    const { seconds, code } = program(random)
    const prompt = agents.command(name, seconds, code)
    const before = runs()
    const { status, json } = await ask('POST /api/agents/launch', { agent_type: 'shell', prompt, session_name: name })
    // Its terminal of before may be closing, or live on after a dismissal.
    if (status === 409) return 'launch refused: the name is taken'
    if (status !== 201) throw new Error(`launch of ${name}: ${status} ${JSON.stringify(json)}`)
    const { id } = json.session as Session
    state = {
      sessionId: id,
      wasKilled: false,
      case: { deeds: ['start'], runsBefore: before, isKilled: false, isLaunched: true },
    }
    return `launch for ${seconds} s, exit ${code}`
  }

  const patch = (event: string) => ask(`PATCH /api/hooks/sessions/${state?.sessionId}`, { event })
  const isDone = ({ status, json }: Answer): boolean => status === 200 && json.changed !== false

  async function give(event: string, deed: Deed): Promise<string> {
    const before = runs()
    const answer = await patch(event)
    if (isDone(answer)) did([deed], before)
    return `${event}: ${answer.status}`
  }

  async function stop(): Promise<string> {
    const { status } = await ask('POST /api/agents/stop', { session_id: state?.sessionId })
    if (status === 200) did(['stop'], 0)
    return `stop: ${status}`
  }

  /** Two at once: whatever was accepted may have come last. */
  async function both(first: () => Promise<string>, second: () => Promise<string>): Promise<string> {
    const before = state?.case.deeds ?? []
    const asked = await Promise.all([first(), second()])
    const after = state?.case.deeds ?? []
    const accepted = asked.filter((text) => text.endsWith(' 200')).length
    if (accepted === 2 && after !== before) did(['start', 'stop'], state?.case.runsBefore ?? 0)
    return `at once ${asked.join(' and ')}`
  }

  async function dismiss(deed: 'dismiss' | 'dismiss_and_kill'): Promise<string> {
    const query = deed === 'dismiss' ? '' : '?kill=true'
    const { status } = await ask(`DELETE /api/hooks/sessions/${state?.sessionId}${query}`)
    if (status === 200) did([deed], 0)
    return `${deed}: ${status}`
  }

  function killed(): void {
    if (state === null) return
    state.case = { ...state.case, isKilled: true }
    state.wasKilled = true
  }

  async function closeTerminal(): Promise<string> {
    killed()
    const done = await stage.place.tmux('kill-session', '-t', `=${name}`).then(
      () => 'done',
      () => 'none',
    )
    return `terminal closed from outside: ${done}`
  }

  async function renameThereAndBack(): Promise<string> {
    const rename = (from: string, to: string) =>
      stage.place.tmux('rename-session', '-t', `=${from}`, to).then(
        () => true,
        () => false,
      )
    killed()
    if (!(await rename(name, `away-${name}`))) return 'rename: no terminal'
    await wait(random.below(60))
    const isBack = await rename(`away-${name}`, name)
    return `renamed away and ${isBack ? 'back' : 'gone'}`
  }

  async function step(): Promise<string> {
    if (isDismissed()) return random.below(4) === 0 && state !== null ? closeTerminal() : launch()
    return random.pick([
      () => give('start', 'start'),
      () => give('start', 'start'),
      () => give('start', 'start'),
      () =>
        both(
          () => give('start', 'start'),
          () => give('start', 'start'),
        ),
      () => both(() => give('start', 'start'), stop),
      stop,
      stop,
      () => give('user.requeue', 'requeue'),
      () => give('user.requeue', 'requeue'),
      () => dismiss('dismiss'),
      () => dismiss('dismiss_and_kill'),
      closeTerminal,
      renameThereAndBack,
    ])()
  }

  return {
    name,
    step,
    killed,
    known: () => (state === null ? null : { ...state.case, sessionId: state.sessionId }),
    wasKilled: () => state?.wasKilled === true,
  }
}

/** Most end soon, one way or the other; some live until something is done to them. */
function program(random: Random): { seconds: number; code: number } {
  const seconds = random.pick([0, 0, 0.02, 0.1, 0.3, 600])
  return { seconds, code: random.pick([0, 0, 3]) }
}
