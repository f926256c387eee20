// What a session had done at a moment of its replay: the same fold that the service makes, over what was known until then.
import { fromIso, toIso } from '#base/time.ts'
import type { Derived, SessionCommand } from '../../contract.ts'
import { derive } from '../derive.ts'
import { countUntil } from './count-until.ts'
import type { Recording } from './recording.ts'

/** The command that the session itself was started for, of what the service derived; null for none. */
export function ownCommandOf({ commands }: Pick<Derived, 'commands'>): SessionCommand | null {
  const own = commands.find(({ source }) => source === 'wrapper')
  if (own === undefined) return null
  const endedMs = own.duration_ms === null ? null : fromIso(own.at) + own.duration_ms
  return {
    command: own.command,
    isCut: own.is_cut,
    startedAt: own.at,
    endedAt: endedMs === null ? null : toIso(endedMs),
    exitCode: own.exit_code,
  }
}

/** `ms` since the recording began. */
export function knownAt(recording: Recording, ms: number, own: SessionCommand | null): Derived {
  const facts = recording.facts.slice(0, countUntil(recording.factTimes, ms))
  return derive(facts, commandAt(own, (recording.beganMs ?? 0) + ms))
}

function commandAt(own: SessionCommand | null, atMs: number): SessionCommand | null {
  if (own === null || own.startedAt === null || fromIso(own.startedAt) > atMs) return null
  const isOver = own.endedAt !== null && fromIso(own.endedAt) <= atMs
  return isOver ? own : { ...own, endedAt: null, exitCode: null }
}

/** When a file was first told of, since the recording began; null for one that no fact names. */
export function firstChangeOf({ facts, factTimes }: Recording, path: string): number | null {
  const index = facts.findIndex((fact) => {
    if (fact.source === 'git') return fact.files.some((file) => file.path === path)
    if (fact.source !== 'hook') return false
    return fact.file !== null ? isSame(path, fact.file) : (fact.command?.includes(path) ?? false)
  })
  return factTimes[index] ?? null
}

/** Tools name a file by its whole path, or by its place in their directory; git by its place in the repository. */
const isSame = (path: string, named: string): boolean =>
  path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`)
