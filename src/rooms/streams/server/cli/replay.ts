// `orrery replay`: plays what a session wrote in this terminal, at its own pace or faster.
import { formatDuration } from '#base/duration.ts'
import { printable } from '#base/printable.ts'
import { fromIso, toIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { pause } from '#platform/server/pause.ts'
import { streamRecordSchema, type StreamRecord } from '../../contract.ts'
import { waitOf } from '../../core/replay/advance.ts'
import { parseMoment } from '../../core/replay/parse-moment.ts'
import { Recording } from '../../core/replay/recording.ts'
import { streamRoutes } from '../bound-routes.ts'
import type { StreamsCliPorts } from '../ports.ts'

export type ReplayOptions = { readonly speed: string; readonly from: string; readonly skipWaits?: boolean }

type Asked = ReplayOptions & { readonly typed: string }

/** What the recording left on: colours, another screen, a hidden cursor. */
const afterwards = '\u001B[?1049l\u001B[r\u001B[0m\u001B[?25h\u001B(B\r\n'
const blank = '\u001B[H\u001B[2J'
const fastest = 1000

export async function replay(cli: Cli, { findSession }: StreamsCliPorts, said: Asked): Promise<void> {
  const { typed } = said
  const speed = Number(said.speed)
  const from = parseMoment(said.from)
  if (!(speed > 0 && speed <= fastest)) throw wrong('--speed', `a number above 0, at most ${fastest}`, '--speed 4')
  if (from === null) throw wrong('--from', 'a time since the beginning', '--from 1:20')
  const id = /^[a-z0-9]{16}$/.test(typed) ? typed : (await findSession(cli, typed)).id
  const { text } = await cli.api.askText(streamRoutes.readStream, { params: { id } })
  const records = text.split('\n').flatMap((line) => (line === '' ? [] : [streamRecordSchema.parse(JSON.parse(line))]))
  if (cli.output.json) return cli.output.result(toldOf(id, records), '')
  await play(cli, records, { speed, fromMs: from * 1000, skipsWaits: said.skipWaits === true })
}

const wrong = (option: string, what: string, example: string): CliError =>
  new CliError('usage', `${option} is ${what}`, { hints: [`For example: orrery replay <session> ${example}`] })

type Playing = { readonly speed: number; readonly fromMs: number; readonly skipsWaits: boolean }

/** What comes before the moment it begins at is drawn at once. An interrupt ends it, and leaves the terminal in order. */
async function play(cli: Cli, records: readonly StreamRecord[], { fromMs, ...pace }: Playing): Promise<void> {
  const interrupted = cli.process.catchSignals()
  const began = records[0]
  if (began === undefined) return cli.output.result({}, 'Nothing was recorded.')
  let atMs = 0
  let untold = blank
  for (const record of records) {
    const nextMs = Math.max(atMs, fromIso(record.at) - fromIso(began.at))
    const between = nextMs - Math.max(atMs, fromMs)
    if (between > 0) {
      cli.output.raw(untold)
      untold = ''
      await pause(waitOf(between, pace), interrupted)
    }
    if (interrupted.aborted) break
    atMs = nextMs
    untold += drawn(record)
  }
  cli.output.raw(untold + afterwards)
}

function drawn(record: StreamRecord): string {
  if (record.kind === 'stdout' || record.kind === 'stderr') return record.data
  return record.kind === 'gap' ? `\r\n[${printable(record.reason)}]\r\n` : ''
}

/** For programs: what there is to see, without what was written. */
function toldOf(id: string, records: readonly StreamRecord[]) {
  const recording = new Recording()
  for (const record of records) recording.add('data' in record ? { ...record, data: Buffer.from(record.data) } : record)
  const { beganMs, lengthMs, marks } = recording
  return {
    session_id: id,
    began_at: beganMs === null ? null : toIso(beganMs),
    seconds: lengthMs / 1000,
    length: formatDuration(lengthMs),
    marks: marks.map(({ atMs, kind, label, result }) => ({ t: atMs / 1000, kind, label, result })),
  }
}
