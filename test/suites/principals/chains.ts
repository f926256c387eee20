// Chains of requests, each by somebody: the known attacks, and random ones by a seed.
import { sessionStates } from '#rooms/sessions/contract.ts'

/** `decider`: the key of a push's buttons. `step`: a body of a strand's step with its token; `page`: a local page or program without a login; `agent`: the MCP token. */
export const principals = ['stranger', 'page', 'step', 'agent', 'decider', 'login'] as const
export type Principal = (typeof principals)[number]

/** Sessions of the world before a chain; see world.ts. */
export const targets = ['trap', 'over', 'put-off', 'work', 'fresh'] as const
export type Target = (typeof targets)[number]

export type Deed =
  | { readonly kind: 'register'; readonly target: Target; readonly waits: boolean; readonly linked: boolean }
  | { readonly kind: 'patch'; readonly target: Target; readonly body: PatchBody }
  | { readonly kind: 'remove'; readonly target: Target; readonly query: RemoveQuery }
  | { readonly kind: 'ingest'; readonly target: Target; readonly event: string }
  | { readonly kind: 'finish_task' }
  | { readonly kind: 'launch' }
  | { readonly kind: 'stop'; readonly target: Target }
  | { readonly kind: 'type'; readonly target: Target }
  | { readonly kind: 'answer'; readonly target: Target }
  | { readonly kind: 'hooks'; readonly act: HooksAct }
  | { readonly kind: 'settings' }
  | { readonly kind: 'test'; readonly what: TestWhat }
  | { readonly kind: 'tool'; readonly tool: ActingTool; readonly target: Target }

/** The MCP tools that act on terminals. Every session of the world is a shell, which agents may neither launch nor type into. */
export const actingTools = ['launch_agent', 'send_input', 'stop_agent'] as const
export type ActingTool = (typeof actingTools)[number]

/** What is done to the hooks of the person's agents. */
export const hooksActs = ['install', 'uninstall', 'test'] as const
export type HooksAct = (typeof hooksActs)[number]

/** What is tried as it is set; of an agent type a session is launched. */
export const testWhats = ['model', 'gateway', 'agent'] as const
export type TestWhat = (typeof testWhats)[number]

const removeQueries = ['', '?kill=true', '?kill=false', '?purge=true'] as const
export type RemoveQuery = (typeof removeQueries)[number]

/** `waits`: for the task that stands in for every task of the world. */
export type PatchBody = { readonly state: string } | { readonly event: string } | { readonly link: 'waits' | 'nothing' }

export type Step = { readonly by: Principal; readonly through: 'main' | 'hooks'; readonly deed: Deed }
export type Chain = readonly Step[]

const events = ['start', 'running', 'tool_use', 'prompt_ready', 'to_review', 'exit', 'exit_error', 'requeue']
const machineOnly = ['user.cancel', 'user.resume', 'user.requeue', 'start']
const longest = 4

export function randomChain(random: () => number): Chain {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const target = (): Target => pick(targets)
  const patchBody = (): PatchBody =>
    pick<() => PatchBody>([
      () => ({ state: pick(sessionStates) }),
      () => ({ state: pick(['running', 'failed']) }),
      () => ({ event: pick([...machineOnly, ...events]) }),
      () => ({ link: pick(['waits', 'nothing'] as const) }),
    ])()
  const deed = (): Deed =>
    pick<() => Deed>([
      () => ({ kind: 'register', target: target(), waits: pick([true, false]), linked: pick([true, false]) }),
      () => ({ kind: 'patch', target: target(), body: patchBody() }),
      () => ({ kind: 'patch', target: target(), body: patchBody() }),
      () => ({ kind: 'remove', target: target(), query: pick(removeQueries) }),
      () => ({ kind: 'ingest', target: target(), event: pick(events) }),
      () => ({ kind: 'finish_task' }),
      () => ({ kind: 'launch' }),
      () => ({ kind: 'stop', target: target() }),
      () => ({ kind: 'type', target: target() }),
      () => ({ kind: 'answer', target: target() }),
      () => ({ kind: 'hooks', act: pick(hooksActs) }),
      () => ({ kind: 'settings' }),
      () => ({ kind: 'test', what: pick(testWhats) }),
      () => ({ kind: 'tool', tool: pick(actingTools), target: target() }),
    ])()
  const length = 1 + Math.floor(random() * longest)
  return Array.from({ length }, () => {
    return { by: pick(principals), through: pick(['main', 'main', 'hooks'] as const), deed: deed() }
  })
}

/** What once ran commands, interrupted or ended terminals without a right to it. */
export function knownAttacks(by: Principal, through: Step['through']): readonly Chain[] {
  const chain = (...deeds: readonly Deed[]): Chain => deeds.map((deed) => ({ by, through, deed }))
  const register = (target: Target, waits: boolean): Deed => ({ kind: 'register', target, waits, linked: false })
  const patch = (target: Target, body: PatchBody): Deed => ({ kind: 'patch', target, body })
  const ingest = (target: Target, event: string): Deed => ({ kind: 'ingest', target, event })
  return [
    chain(register('fresh', false), patch('fresh', { state: 'running' })),
    chain(
      register('fresh', false),
      ingest('fresh', 'start'),
      ingest('fresh', 'exit'),
      patch('fresh', { event: 'start' }),
    ),
    chain(register('fresh', true), { kind: 'finish_task' }),
    chain(register('fresh', false), patch('fresh', { link: 'waits' }), { kind: 'finish_task' }),
    chain(register('work', false), ingest('work', 'start'), patch('work', { event: 'user.cancel' })),
    chain(patch('trap', { state: 'failed' })),
    chain(patch('over', { state: 'running' })),
    chain(ingest('over', 'requeue'), patch('over', { event: 'start' })),
    chain(patch('put-off', { state: 'running' })),
    chain(patch('put-off', { link: 'nothing' }), patch('put-off', { event: 'start' })),
    chain({ kind: 'remove', target: 'trap', query: '?kill=true' }),
    chain({ kind: 'remove', target: 'over', query: '' }, { kind: 'remove', target: 'over', query: '?purge=true' }),
    chain({ kind: 'remove', target: 'trap', query: '?purge=true' }),
    chain(...testWhats.map((what): Deed => ({ kind: 'test', what }))),
    chain(...(['launch_agent', 'send_input'] as const).map((tool): Deed => ({ kind: 'tool', tool, target: 'trap' }))),
    chain(...hooksActs.map((act): Deed => ({ kind: 'hooks', act })), { kind: 'settings' }),
    chain(
      { kind: 'launch' },
      { kind: 'stop', target: 'trap' },
      { kind: 'type', target: 'trap' },
      { kind: 'answer', target: 'trap' },
    ),
  ]
}
