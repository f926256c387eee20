// What a chain of requests may have done to the world, by who asked for it.
import type { Chain, Deed, Step, Target } from './chains.ts'

/** What is seen of the world after a chain. */
export type Effects = {
  /** Steps of the chain whose command ran: a registration's prompt, a launch, a typed line. */
  readonly ran: readonly number[]
  /** Traps that got Ctrl+C. */
  readonly interrupted: readonly Target[]
  /** Terminals that were there and are not. */
  readonly ended: readonly Target[]
  /** Sessions that were launched with a login before and whose command ran since. */
  readonly restarted: readonly Target[]
  /** Sessions of before that are neither on the board nor in history. */
  readonly forgotten: readonly Target[]
}

export type Done = Step & { readonly status: number }

/** Each effect that nobody had the right to, in words. */
export function wrongs(chain: readonly Done[], effects: Effects): string[] {
  const byLogin = (wanted: (deed: Deed) => boolean): boolean =>
    chain.some(({ by, deed, status }) => by === 'login' && isTaken(status) && wanted(deed))
  const says = (target: Target, kinds: readonly Deed['kind'][]) => (deed: Deed) =>
    kinds.includes(deed.kind) && 'target' in deed && deed.target === target
  return [
    ...effects.ran.filter((index) => chain[index]?.by !== 'login').map((index) => `step ${index} ran its command`),
    ...effects.interrupted
      .filter((target) => !byLogin(says(target, ['patch', 'stop', 'remove'])) && !chain.some(stopsByTool(target)))
      .map((target) => `${target} got Ctrl+C`),
    ...effects.ended.filter((target) => !byLogin(says(target, ['remove']))).map((target) => `${target} was ended`),
    ...effects.forgotten.filter((target) => !byLogin(purges(target))).map((target) => `${target} was forgotten`),
    ...effects.restarted
      .filter((target) => !byLogin(says(target, ['patch'])))
      .filter((target) => !(target === 'put-off' && chain.some(settles)))
      .map((target) => `${target} was started`),
    ...chain.filter(isIntrusion).map(({ by, deed, status }) => `${deed.kind} by ${by} was answered ${status}`),
  ]
}

/** The one thing that agents may do to a session of any type. */
const stopsByTool =
  (target: Target) =>
  ({ by, deed, status }: Done): boolean =>
    by === 'agent' && isTaken(status) && deed.kind === 'tool' && deed.tool === 'stop_agent' && deed.target === target

const purges = (target: Target) => (deed: Deed) =>
  deed.kind === 'remove' && deed.query === '?purge=true' && deed.target === target

/** Whoever launched it said what starts it; agents and pages without a login may say that this is done. */
function settles({ by, deed, status }: Done): boolean {
  if (by === 'stranger' || !isTaken(status)) return false
  return deed.kind === 'finish_task' || (deed.kind === 'register' && deed.linked)
}

/** No request of a stranger is taken, and nobody without a login launches, stops, types, answers,
 * takes what is past out of history, or changes and tries hooks and settings. */
function isIntrusion({ by, deed, status }: Done): boolean {
  if (!isTaken(status)) return false
  // The tools are for agents, a login gets other ways; and of these three an agent has one.
  if (deed.kind === 'tool') return by !== 'agent' || deed.tool !== 'stop_agent'
  return by === 'stranger' || (by !== 'login' && takesLogin(deed))
}

function takesLogin(deed: Deed): boolean {
  if (deed.kind === 'remove') return deed.query === '?kill=true' || deed.query === '?purge=true'
  return ['launch', 'stop', 'type', 'answer', 'hooks', 'settings', 'test'].includes(deed.kind)
}

function isTaken(status: number): boolean {
  return status >= 100 && status < 400
}

export function inWords(chain: Chain): string {
  return chain.map(({ by, through, deed }) => `${by} (${through}): ${JSON.stringify(deed)}`).join('\n')
}
