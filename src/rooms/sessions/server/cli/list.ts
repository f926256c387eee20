// `orrery ls`: who works, who waits, since when and why.
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable, type Column } from '#platform/server/cli/table.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { SessionState, SessionView } from '../../contract.ts'
import { byNeed } from '../../core/list/by-need.ts'
import { deviceIdOf } from '../../core/list/place.ts'
import { whyOf } from '../../core/list/why.ts'
import { isOnBoard } from '../../core/lives-here.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { allSessions } from './find.ts'
import { deviceNamed, placeTeller, readDevices } from './on-devices.ts'
import { watchList } from './watch.ts'

const colours: Readonly<Record<SessionState, Colour>> = {
  running: 'blue',
  completed: 'green',
  awaiting_review: 'yellow',
  failed: 'red',
  idle: 'dim',
}

export type ListOptions = {
  readonly state?: readonly SessionState[]
  readonly names?: boolean
  readonly watch?: boolean
  /** Those that left the board, too. */
  readonly all?: boolean
  /** Of one device, by its id or name; the assistant's runs, too. */
  readonly device?: string
  /** Of one harness; the assistant's runs, too, where that is theirs. */
  readonly harness?: string
}

export async function listSessions(cli: Cli, options: ListOptions): Promise<void> {
  const { names, watch, all: withPast } = options
  if (watch === true) {
    let listed: Listed = { sessions: [], placeOf: () => null }
    const read = async () => {
      listed = await readListed(cli, options)
      return listed.sessions
    }
    return watchList(cli, { read, draw: () => tableOf(cli, listed) })
  }
  const listed = await readListed(cli, options)
  const { sessions } = listed
  if (withPast === true) return listWithPast(cli, listed, options)
  if (names === true) return cli.output.raw(sessions.map((session) => `${session.tmux_session}\n`).join(''))
  cli.output.result({ sessions }, sessions.length === 0 ? '' : tableOf(cli, listed))
  if (sessions.length > 0) return
  const isNarrowed = [options.state, options.device, options.harness].some((given) => given !== undefined)
  cli.output.note(
    isNarrowed ? 'No session is what you asked for.' : 'No sessions. Launch one with: orrery launch shell "echo hello"',
  )
}

/** What is listed, and where each of it runs. */
type Listed = { readonly sessions: readonly SessionView[]; readonly placeOf: PlaceOf }
type PlaceOf = (session: SessionView) => string | null

/** Devices are asked for where one of them may play a part. */
async function readListed(cli: Cli, { state, device, harness }: ListOptions): Promise<Listed> {
  const all = await allSessions(cli)
  const isFabric = device !== undefined || all.some(({ origin }) => origin === 'fabric')
  const devices = isFabric ? await readDevices(cli) : []
  const deviceId = device === undefined ? null : deviceNamed(devices, device).id
  const sessions = all.filter(
    (session) =>
      (state === undefined || state.includes(session.state)) &&
      (deviceId === null || deviceIdOf(session) === deviceId) &&
      (harness === undefined ? device !== undefined || isOnBoard(session) : session.harness === harness),
  )
  return { sessions: byNeed(sessions), placeOf: placeTeller(devices, clockText) }
}

function tableOf(cli: Cli, { sessions, placeOf }: Listed): string {
  return sessionTable(sessions, cli.output, { nowMs: systemClock.now(), placeOf })
}

/** The newest that left the board, beneath those on it. */
async function listWithPast(cli: Cli, listed: Listed, { state }: ListOptions): Promise<void> {
  const { sessions } = listed
  const { pastTable } = await import('./history.ts')
  const { sessions: left } = await cli.api.ask(sessionRoutes.listPast, { query: { limit: maxPageLimit } })
  const past = state === undefined ? left : left.filter(({ session }) => state.includes(session.state))
  const tables = [
    sessions.length === 0 ? 'No session is on the board.' : tableOf(cli, listed),
    past.length === 0 ? 'None left it in the days that are kept.' : pastTable(cli, past),
  ]
  cli.output.result({ sessions, past }, tables.join('\n\n'))
}

/** Below this many columns a line of its own for the last line would push the names off. */
const roomForLastLine = 120

export function sessionTable(
  sessions: readonly SessionView[],
  output: Pick<Output, 'width' | 'paint'>,
  { nowMs, placeOf }: { readonly nowMs: number; readonly placeOf: PlaceOf },
): string {
  const isWide = output.width === null || output.width >= roomForLastLine
  const lastLine: Column<SessionView> = {
    title: 'LAST LINE',
    text: (session) =>
      otherThan(
        lineOf(session),
        whyOf(session, (task) => task),
      ) ?? '-',
    shrinks: { minimum: 16 },
  }
  const did: Column<SessionView> = { title: 'DID', text: ({ summary }) => summary ?? '-', shrinks: { minimum: 16 } }
  return formatTable(
    sessions,
    [
      {
        title: 'STATE',
        text: ({ state }) => state.replaceAll('_', ' '),
        paint: (text, { state }) => output.paint(colours[state], text),
      },
      { title: 'SINCE', text: (session) => shortSpan(nowMs - fromIso(session.state_since)) },
      { title: 'WHY', text: isWide ? whyText : nowText, shrinks: { minimum: 16 } },
      { title: 'LABEL', text: ({ label }) => label, shrinks: { minimum: 12 } },
      { title: 'AGENT', text: ({ agent_type: type }) => type },
      ...(sessions.some((session) => placeOf(session) !== null) ? [placeColumn(sessions, placeOf)] : []),
      { title: 'TMUX', text: ({ tmux_session: name }) => name },
      ...(isWide && sessions.some(({ summary }) => summary !== null) ? [did] : []),
      ...(isWide ? [lastLine] : []),
    ],
    output.width,
  )
}

/** Shown where it does not go without saying. */
function placeColumn(sessions: readonly SessionView[], placeOf: PlaceOf): Column<SessionView> {
  const title = sessions.some(({ node }) => node !== undefined) ? 'WHERE' : 'DEVICE'
  return { title, text: (session) => placeOf(session) ?? '-', shrinks: { minimum: 12 } }
}

function whyText(session: SessionView): string {
  return whyOf(session, (task) => task) ?? '-'
}

/** On a narrow terminal one column tells both: what a running session does now, and why any other one stands still. */
function nowText(session: SessionView): string {
  return session.state === 'running' ? (lineOf(session) ?? whyText(session)) : whyText(session)
}

function lineOf({ last_line: line }: SessionView): string | null {
  return line?.text ?? null
}

/** Nothing is told twice in a row. */
function otherThan(text: string | null, told: string | null): string | null {
  return text === told ? null : text
}
