// Fuel in fabric mode: what counts, what is counted, and who is told.
import { randomBytes } from 'node:crypto'
import { nodeOfMachine, ownMachine } from '#base/own-machine.ts'
import { hourMs } from '#base/time.ts'
import type { AgentReport, Session } from '#rooms/sessions/contract.ts'
import { calendarOf, type Calendar } from '../core/local-day.ts'
import { createPriceOf, type PriceOf } from '../core/prices.ts'
import { usageClientOf } from '../core/usage-lines.ts'
import { createCounter } from './counter.ts'
import { createFileFollower, type FollowedAgent } from './follow-files.ts'
import type { FuelGround, FuelRoom } from './index.ts'
import { followOthers } from './follow-others.ts'
import { createMeter } from './meter.ts'
import type { FuelPorts, TellBudgets } from './ports.ts'
import { mountFuel } from './routes.ts'
import { forgetOld, nameMachine } from './keep-records.ts'
import { createFuelStore, machineBefore } from './store.ts'
import { keepToldUsage } from './told-usage.ts'

export function openFuel(ground: FuelGround, ports: FuelPorts): FuelRoom {
  const { clock } = ground
  const parts = partsOf(ground, ports)
  const { store, meter, counter, follower, calendar } = parts
  const work = inTurn(ground)
  ports.sessions.askBeforeStart((session) => meter.mayStart(session))
  const stop = async (): Promise<void> => {
    work.stop()
    await follower[Symbol.asyncDispose]()
    await work.settled()
    await meter[Symbol.asyncDispose]()
  }
  return {
    mount: (api) =>
      mountFuel(api, {
        store,
        meter,
        calendar,
        clock,
        audit: ground.audit,
        makeId: () => randomBytes(6).toString('base64url'),
        today: () => calendar().dayOf(clock.now()),
        sessionLabel: (id) => nameOf(ports.sessions.shown(id)),
        deviceLabel: (id) => ports.deviceName(id) ?? machineName(id),
      }),
    async start() {
      if (await keepToldUsage(ground.config.home, clock.now())) await nameMachine(ground.database)
      followOthers(ground, meter)
      await meter.start()
      for (const { sessionId, client, conversation } of await counter.readLately()) {
        const session = ports.sessions.find(sessionId)
        if (session !== null) follower.follow(agentOf(ground, session, { client, conversation }))
      }
      ports.gateway.follow((rows) => work.run(() => counter.fromGateway(rows)))
      work.run(async () => counter.fromGateway(await ports.gateway.all()))
      work.run(() => counter.priceAgain())
      work.eachHour(() => forgetOld(ground))
      work.until(ground.settings.follow(() => work.run(() => counter.priceAgain())))
    },
    stop,
    hearing: (report) => async (told) => {
      const answer = await report(told)
      const session = answer.ok ? answer.value.session : null
      const of = reporting(session, told)
      if (session !== null && of !== null) follower.follow(agentOf(ground, session, of))
      return answer
    },
    fromDevice: counter.fromDevice,
    tellBy: (tell) => void (parts.told.tell = tell),
    [Symbol.asyncDispose]: stop,
  }
}

function partsOf(ground: FuelGround, { sessions }: FuelPorts) {
  const { database, config, log } = ground
  const store = createFuelStore(database)
  const calendar = calendarBy(() => config.fuel.timeZone)
  const told: { tell: TellBudgets } = { tell: nobody }
  const tell: TellBudgets = (id, state) => told.tell(id, state)
  const meter = createMeter({ ...ground, store, sessions, calendar, tell })
  const counter = createCounter({
    ...ground,
    calendar,
    priceOf: pricesBy(() => config.fuel.prices),
    sessions,
    onCounted: (sessionId) => meter.counted(sessionId),
    hasBudgets: () => meter.budgets().length > 0,
  })
  const follower = createFileFollower({
    ...ground,
    home: config.home,
    log,
    markOf: (_owner, path) => counter.markOf(path),
    keep: (sessionId, batch) => counter.keepFiles(sessionId, batch),
  })
  return { store, calendar, told, meter, counter, follower }
}

const nobody: TellBudgets = () => {}

/** One thing after the other; what goes wrong is logged, and what comes next goes on. */
function inTurn({ timers, log }: Pick<FuelGround, 'timers' | 'log'>) {
  const stopping = new DisposableStack()
  let last: Promise<unknown> = Promise.resolve()
  const run = (work: () => Promise<unknown>): void => {
    last = last.then(work).catch((error: unknown) => log.error({ err: error }, 'usage could not be counted'))
  }
  return {
    run,
    eachHour(work: () => Promise<unknown>) {
      run(work)
      stopping.defer(timers.every(hourMs, () => run(work)))
    },
    until: (stop: () => void) => stopping.defer(stop),
    stop: () => stopping.dispose(),
    settled: () => last,
  }
}

/** Null for what no session of this machine reported, or a client that keeps no files. */
function reporting(session: Session | null, { agentType, client }: AgentReport): ClientOf | null {
  const known = usageClientOf(agentType)
  if (session === null || session.device_id !== null || known === null || client?.session == null) return null
  return { client: known, conversation: client.session }
}

type ClientOf = Pick<FollowedAgent, 'client' | 'conversation'>

function agentOf({ environment, config }: FuelGround, session: Session, of: ClientOf): FollowedAgent {
  return { ...of, owner: session.id, environment: { ...environment, ...config.agents[session.agent_type]?.env } }
}

function nameOf(session: Session | null): string | null {
  if (session === null) return null
  return session.label === '' ? session.tmux_session : session.label
}

/** Of the machine of a service; null for any other device. */
function machineName(id: string): string | null {
  if (id === ownMachine) return 'This machine'
  return id === machineBefore ? 'Before machines had names' : nodeOfMachine(id)
}

/** Made anew when the setting changes. */
function calendarBy(timeZone: () => string | null): () => Calendar {
  let present: Calendar | null = null
  return () => {
    const wanted = timeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    if (present?.timeZone !== wanted) present = calendarOf(wanted)
    return present
  }
}

function pricesBy(own: () => readonly string[]): () => PriceOf {
  let present: { readonly of: readonly string[]; readonly priceOf: PriceOf } | null = null
  return () => {
    const of = own()
    if (present?.of !== of) present = { of, priceOf: createPriceOf(of) }
    return present.priceOf
  }
}
