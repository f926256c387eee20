// The second way to the gateway: its `openclaw` command, argv only, bounded in time and output.
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import { wellFormedJson } from '#base/well-formed-json.ts'
import { isLoopbackName } from '../access/loopback.ts'
import type { Environment } from '../config/environment.ts'
import { isOwnVariable } from '../config/own-variables.ts'
import { runProgram, type ProgramOutcome } from '../spawn.ts'
import { problem, quoted, startHint, type GatewayProblem } from './problems.ts'

export interface GatewayCommand {
  /** Runs `openclaw <args>` and resolves with the JSON on its stdout. */
  run(args: readonly string[], options: RunOptions): Promise<Result<unknown, GatewayProblem>>
  /** Runs `openclaw <args>` for what it does: the exit code decides. Resolves with the JSON that it printed, else null. */
  act(args: readonly string[], options: RunOptions): Promise<Result<unknown, GatewayProblem>>
}

type RunOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal }

export type GatewayCommandOptions = {
  /** The service's own; the command gets it without our settings. */
  readonly environment: Environment
  /** Asked at each call. */
  readonly place: () => {
    readonly url: string
    /** `gateway.token`; null: the command finds its own. */
    readonly token: string | null
  }
}

/** A list of hundreds of jobs with long prompts is well below it. */
const outputLimitBytes = 16 * 1024 * 1024

export function createGatewayCommand(options: GatewayCommandOptions): GatewayCommand {
  async function printed(args: readonly string[], { timeoutMs, signal }: RunOptions) {
    const argv = ['openclaw', ...args]
    const env = commandEnvironment(options)
    const outcome = await runProgram({ argv, env, timeoutMs, outputLimitBytes, ...(signal ? { signal } : {}) })
    return readOutcome(outcome, timeoutMs)
  }
  return {
    async run(args, options) {
      const text = await printed(args, options)
      if (!text.ok) return text
      const answer = parseJson(text.value)
      return answer === undefined ? err(noJson) : ok(answer)
    },
    async act(args, options) {
      const text = await printed(args, options)
      return text.ok ? ok(parseJson(text.value) ?? null) : text
    },
  }
}

const noJson = problem('bad_answer', 'The openclaw command printed something that is no JSON.')

/**
 * Our settings reach the command by variables, since arguments are seen by everybody on the machine. A gateway elsewhere is
 * named by its address, which the command pairs with a token of the environment alone.
 */
function commandEnvironment({ environment, place }: GatewayCommandOptions): Environment {
  const { url, token } = place()
  const kept = Object.entries(environment).filter(([name]) => !isOwnVariable(name))
  const { hostname, port } = new URL(url)
  const isHere = isLoopbackName(hostname.replaceAll(/^\[|\]$/g, ''))
  return {
    ...Object.fromEntries(kept),
    NO_COLOR: '1',
    ...(isHere ? { OPENCLAW_GATEWAY_PORT: port === '' ? '80' : port } : { OPENCLAW_GATEWAY_URL: url }),
    ...(token === null ? {} : { OPENCLAW_GATEWAY_TOKEN: token }),
  }
}

const installHint = 'Install it with: npm install -g openclaw, and start the service with it on PATH.'

/** What it printed on stdout, if it ended well. */
function readOutcome(outcome: ProgramOutcome, timeoutMs: number): Result<string, GatewayProblem> {
  switch (outcome.kind) {
    case 'not_found':
      return err(problem('not_installed', 'The openclaw command is not on PATH.', installHint))
    case 'timed_out':
      return err(problem('timed_out', `The openclaw command did not end within ${timeoutMs / secondMs} s.`, startHint))
    case 'aborted':
      return err(problem('timed_out', 'The openclaw command was stopped before its end.', startHint))
    case 'too_much_output':
      return err(problem('bad_answer', 'The openclaw command printed more than can be an answer.'))
    case 'failed':
      return err(problem('not_installed', `The openclaw command can not be run: ${outcome.reason}.`, installHint))
    case 'exited':
      return outcome.code === 0 ? ok(outcome.stdout) : err(problemOfOutput(outcome))
  }
}

type Exited = Extract<ProgramOutcome, { kind: 'exited' }>

/** Every failure has the exit code 1: only the words tell them apart. */
const byWords: readonly (readonly [RegExp, GatewayProblem['code'], string])[] = [
  [/does not recognize option|unknown option/i, 'unknown_option', 'Another version of OpenClaw may know it.'],
  [/automation not found|job not found|unknown (cron )?job/i, 'unknown_job', 'It may have been removed there already.'],
  [
    /unauthorized|token mismatch|pairing required|device identity/i,
    'unauthorized',
    'Put the token of the gateway into config.json as gateway.token: it is taken at once.',
  ],
  [/not reachable|ECONNREFUSED|gateway closed|connect(ion)? (failed|refused)|timed? ?out/i, 'unreachable', startHint],
]

function problemOfOutput({ code, stdout, stderr }: Exited): GatewayProblem {
  const said = messageOf(stdout) ?? firstLine(stderr) ?? firstLine(stdout) ?? `exit code ${code} without a word`
  const found = byWords.find(([words]) => words.test(said))
  const reason = `The openclaw command says ${quoted(said)}.`
  return found === undefined ? problem('refused', reason) : problem(found[1], reason, found[2])
}

/** `{ ok: false, error: { message } }`, whose first line says what happened. */
function messageOf(stdout: string): string | null {
  const message: unknown = Object(Object(parseJson(stdout)).error).message
  return typeof message === 'string' ? firstLine(message) : null
}

function firstLine(text: string): string | null {
  return text.trim().split('\n', 1)[0]?.trim() || null
}

/** Undefined for what is no JSON. Lines before the JSON are remarks of the program's runtime; older versions print one record a line. */
function parseJson(text: string): unknown {
  const whole = parse(text) ?? parse(text.slice(Math.max(0, text.search(/^\s*[{[]/m))))
  if (whole !== undefined) return whole
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const records = lines.map(parse)
  return records.length > 0 && records.every((record) => typeof record === 'object' && record !== null)
    ? records
    : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}
