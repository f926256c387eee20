// Takes the picture of the moment: what other rooms tell Home, and the machines.
import { randomBytes } from 'node:crypto'
import { dayMs } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { BringBlock, BroughtRow, HomeWindow } from '#rooms/home/contract.ts'
import { machineLine } from '../core/machine-line.ts'
import { nameOfSession } from '../core/session-name.ts'
import { prefaceOf, type PictureList } from '../core/picture.ts'
import type { AssistantPorts } from './ports.ts'

type LookParts = { readonly ports: AssistantPorts; readonly clock: Clock; readonly log: Log }

/** Everything that stands before a question asked now. Never rejects: a room that can't tell is left out. */
export async function lookNow({ ports, clock, log }: LookParts): Promise<string> {
  const nowMs = clock.now()
  const window: HomeWindow = { sinceMs: nowMs - dayMs, said: 'in the last 24 h', nowMs }
  const list = async (title: string, bring: BringBlock, isWanted: (row: BroughtRow) => boolean = () => true) => {
    try {
      const { rows } = await bring(window)
      return [{ title, rows: rows.filter(isWanted).map((row) => toFact(ports, row)) }]
    } catch (error) {
      log.warn({ err: error }, 'the assistant is asked without a part of the picture')
      return []
    }
  }
  const lists: PictureList[][] = await Promise.all([
    list('Needs you', ports.needs),
    list('NOW lane', ports.now),
    list('Failed in the last 24 h', ports.ran, ({ state }) => state === 'failed'),
    list('Runs next', ports.next),
  ])
  return prefaceOf({
    now: moment.format(nowMs),
    lists: lists.flat(),
    machines: ports.devices().map(machineLine),
    mark: randomBytes(6).toString('hex'),
  })
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

function toFact({ sessionOf }: AssistantPorts, { title, text, at, target }: BroughtRow): PictureList['rows'][number] {
  const session = target?.kind === 'session' ? sessionOf(target.id) : null
  // Several that are told as one are called by what they work on.
  const isItsOwn = session !== null && title === session.label
  return { title: isItsOwn ? nameOfSession(session) : title, text, when: at === null ? null : clockText(at) }
}
