// Looks sockets up in the system's tables, off the event loop, with one reading for all who ask meanwhile.
import { endianness } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { holderOf, rowStart, type ReadTable, type SocketEnds, type SocketTable } from './socket-table.ts'

/**
 * `ours`: of the service's user, or root's. `another`: of another user. `gone`: its program let go before one could look.
 * `untold`: the system does not tell.
 */
export type PeerOwner = 'ours' | 'another' | 'gone' | 'untold'

export type OwnerLookUpOptions = {
  /** The user that the service runs as. */
  readonly uid: number
  readonly readTable: ReadTable
  /** Whether the tables list our own sockets; asked when a socket is not in them. */
  readonly doesTell: () => Promise<boolean>
}

export type OwnerLookUp = (ends: SocketEnds) => Promise<PeerOwner>

/** The look-up never rejects. */
export function createOwnerLookUp({ uid, readTable, doesTell }: OwnerLookUpOptions): OwnerLookUp {
  let waiting: Wanted[] = []
  let isLooking = false
  let tells: Promise<boolean> | null = null

  /** How long the tables are is anybody's to choose: after a long look comes a rest, so that they never take a whole core. */
  async function lookForAll(): Promise<void> {
    isLooking = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const began = performance.now()
      await answer(batch)
      const tookMs = performance.now() - began
      if (waiting.length > 0 && tookMs > usualMs) await wait(Math.min(tookMs, longestRestMs))
    }
    isLooking = false
  }

  async function answer(batch: readonly Wanted[]): Promise<void> {
    let left = batch
    const settle = (owner: PeerOwner): void => left.forEach(({ resolve }) => resolve(owner))
    try {
      // A table that changes while it is read may skip a row, hence the second time.
      for (const table of ['tcp', 'tcp6', 'tcp', 'tcp6'] as const) left = await findIn(table, left, { uid, readTable })
      if (left.length === 0) return
      tells ??= doesTell()
      settle((await tells) ? 'gone' : 'untold')
    } catch (error) {
      tells = null
      // No table at all is a system that does not tell. Anything else, such as too many open files, may be somebody's doing.
      settle(isHidden(error) ? 'untold' : 'gone')
    }
  }

  return (ends) => {
    const { promise, resolve } = Promise.withResolvers<PeerOwner>()
    waiting.push({ ends, resolve })
    if (!isLooking) void lookForAll()
    return promise
  }
}

/** A table of some hundred sockets takes 4 ms of a thread, most of them for the kernel's empty rows. */
const usualMs = 10
/** However long the tables are, a caller waits no longer than this for its turn. */
const longestRestMs = 100

type Wanted = { readonly ends: SocketEnds; readonly resolve: (owner: PeerOwner) => void }
type Reading = Pick<OwnerLookUpOptions, 'uid' | 'readTable'>

/** Resolves those that stand in the table, answers the others. */
async function findIn(
  table: SocketTable,
  wanted: readonly Wanted[],
  { uid, readTable }: Reading,
): Promise<readonly Wanted[]> {
  const rows = wanted.map((one) => ({ one, start: rowStart(one.ends, table, endianness()) }))
  if (rows.every(({ start }) => start === null)) return wanted
  const text = await readTable(table).catch((error: unknown) => {
    // Without IPv6 there is no such table.
    if (table === 'tcp6' && isHidden(error)) return ''
    throw error
  })
  return rows.flatMap(({ one, start }) => {
    const holder = start === null ? null : holderOf(text, start)
    if (holder === null) return [one]
    one.resolve(holder === 'let_go' ? 'gone' : holder === uid || holder === 0 ? 'ours' : 'another')
    return []
  })
}

function isHidden(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM'
}
