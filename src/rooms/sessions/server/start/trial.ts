// A test launch of an agent type: a session like any other, followed to its end and then removed with all that it left.
import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { SettingsTested, TestStep } from '#rooms/settings/contract.ts'
import type { Session } from '../../contract.ts'
import { installCommandOf } from '../../core/end/missing-program.ts'
import type { ByWhom } from '../../core/record.ts'
import { findAgent, type AgentCatalog, type AgentDefinition } from '../../core/start/agent-catalog.ts'
import { judgeTrial, printedOf, trialPrompt, type TrialVerdict } from '../../core/start/trial.ts'
import type { SessionsContext } from '../context.ts'
import { readFailure } from '../end/read-failure.ts'
import { remove } from '../end/remove.ts'
import type { ReadLog, LogPart } from '../launcher/log-recorder.ts'
import { invalidLaunch, unknownType } from '../launcher/plan-launch.ts'
import { launch } from './launch.ts'

export type TrialParts = {
  readonly context: SessionsContext
  readonly home: string
  readonly agents: () => AgentCatalog
  /** Of the service, which launches get. */
  readonly environment: Environment
  readonly timers: Pick<Timers, 'every' | 'passedMs'>
  readonly readLog: (sessionId: string, part: ReadLog) => Promise<LogPart | null>
}

export interface Trials extends AsyncDisposable {
  /**
   * Resolves when it is over, a minute later at most. Nothing of it stays: no card, no history, no terminal, no folder. A
   * service that is killed meanwhile leaves its card behind. Refuses a type that there is not.
   */
  tryAgent(agentType: string, who: ByWhom): Promise<Result<SettingsTested, Refusal>>
}

/** Ends what is under way when it is disposed of. */
export function createTrials(parts: TrialParts): Trials {
  const end = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    async tryAgent(agentType, who) {
      const agent = findAgent(parts.agents(), agentType)
      if (agent === null) {
        return err(invalidLaunch([{ field: 'agent_type', reason: unknownType(parts.agents(), agentType) }]))
      }
      const trial = tryType(parts, { agentType, agent, who, signal: end.signal })
      underWay.add(trial)
      try {
        return ok(await trial)
      } finally {
        underWay.delete(trial)
      }
    },
    async [Symbol.asyncDispose]() {
      end.abort()
      await Promise.allSettled(underWay)
    },
  }
}

type Tried = {
  readonly agentType: string
  readonly agent: AgentDefinition
  readonly who: ByWhom
  readonly signal: AbortSignal
}

async function tryType(parts: TrialParts, tried: Tried): Promise<SettingsTested> {
  const { timers } = parts
  const found = await timed(timers, 'Found', () => findAgentProgram(tried.agent, parts.environment))
  if (!found.works) return { ...nothing, steps: [found] }
  const folder = await makeFolder(parts.home)
  try {
    return await launchIn(parts, { ...tried, folder, found })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const nothing: Omit<SettingsTested, 'steps'> = { works: false, models: [], server: null, printed: null }

/** A folder of its own: an agent that looks around finds nothing, and what it writes goes with it. */
async function makeFolder(home: string): Promise<string> {
  const all = join(home, 'agent-tests')
  await mkdir(all, { recursive: true, mode: 0o700 })
  return mkdtemp(join(all, 'test-'))
}

async function findAgentProgram(
  { command: [program = ''], env }: AgentDefinition,
  environment: Environment,
): Promise<TrialVerdict> {
  const path = program.includes('/')
    ? await pathOf(program)
    : findProgram(program, { PATH: env.PATH ?? environment.PATH })
  if (path !== null) return { works: true, says: `${program} is ${path === program ? 'there' : path}.`, hint: null }
  const install = installCommandOf(program)
  const hint = install === null ? 'Install it, or add its folder to the PATH of the service.' : `Install it: ${install}`
  return { works: false, says: `${program} is not on the PATH of the service.`, hint }
}

async function pathOf(program: string): Promise<string | null> {
  try {
    await access(program, constants.X_OK)
    return program
  } catch {
    // Whatever keeps us from running it: the sentence that follows is the same.
    return null
  }
}

type Launched = Tried & { readonly folder: string; readonly found: TestStep }

async function launchIn(parts: TrialParts, tried: Launched): Promise<SettingsTested> {
  const { context, timers } = parts
  const { agentType, agent, who, folder, found } = tried
  const label = `Test of ${agent.label}`
  const request = { agent_type: agentType, prompt: trialPrompt(agent.command), label, working_dir: folder }
  const launched: { session: Session | null } = { session: null }
  const started = await timed(timers, 'Started', async () => {
    const answer = await launch(context, request, who)
    if (!answer.ok) return { works: false, says: answer.error.reason, hint: answer.error.hint ?? null }
    launched.session = answer.value
    return { works: true, says: `It runs in the terminal ${answer.value.tmux_session}.`, hint: null }
  })
  const { session } = launched
  if (session === null) return { ...nothing, steps: [found, started] }
  try {
    const answered = await timed(timers, 'Answered', async () => {
      const over = await untilOver(parts, session.id, tried.signal)
      return over === null ? cutShort : judgeEnd(context, over)
    })
    const log = await parts.readLog(session.id, { tailBytes: shownBytes, from: null })
    const printed = log === null ? null : printedOf(log.bytes.toString())
    return { ...nothing, works: answered.works, steps: [found, started, answered], printed }
  } finally {
    await remove(context, session.id, { kill: true, purge: true, who })
  }
}

/** Of its output. */
const shownBytes = 16 * 1024
const lookMs = 100
/** Its exit is told before the last of its output is written down; that is there once its terminal is gone. */
const outputMs = 10 * secondMs

/** A trial that is over, and how long it took. */
type Over = { readonly session: Session; readonly seconds: number }

/** The last of its output is there by now, which its card may learn a moment later. */
async function judgeEnd(context: SessionsContext, { session, seconds }: Over): Promise<TrialVerdict> {
  const { cause, exit_code: exitCode } = session
  const failure = session.state === 'failed' ? await readFailure(context, session.id, exitCode) : null
  const known = cause === null || failure === null ? cause : { ...cause, metadata: failure }
  return judgeTrial({ ...session, cause: known }, seconds) ?? cutShort
}

/** Null where somebody dismissed it meanwhile, or the service ends. */
function untilOver({ context, timers }: TrialParts, id: string, signal: AbortSignal): Promise<Over | null> {
  const startedMs = timers.passedMs()
  let overMs: number | null = null
  return new Promise((resolve) => {
    const stop = timers.every(lookMs, () => {
      const session = context.registry.get(id)?.session ?? null
      const isGone = session === null || signal.aborted
      const seconds = ((overMs ?? timers.passedMs()) - startedMs) / secondMs
      if (!isGone && judgeTrial(session, seconds) === null) return
      overMs ??= timers.passedMs()
      const isWritten = isGone || session.ended_at === null || session.tmux_alive === false
      if (!isWritten && timers.passedMs() - overMs < outputMs) return
      stop()
      resolve(isGone ? null : { session, seconds })
    })
  })
}

const cutShort: TrialVerdict = {
  works: false,
  says: 'It was ended before it was over.',
  hint: 'Try again while the service runs, and leave its card alone.',
}

async function timed(
  timers: Pick<Timers, 'passedMs'>,
  title: string,
  act: () => Promise<TrialVerdict>,
): Promise<TestStep> {
  const startedMs = timers.passedMs()
  const verdict = await act()
  return { title, ...verdict, took_ms: Math.round(timers.passedMs() - startedMs) }
}
