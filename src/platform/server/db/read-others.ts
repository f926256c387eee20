// Reads of what other services changed, who share the tables: one after the other, so that what was read later is newer, and what
// can't be read now is read once it can. Whoever changed it tells nothing of it any more.
import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '#base/time.ts'
import type { Log } from '../log/log.ts'

/** As after PostgreSQL was started anew. */
const againMs = secondMs

/** Resolves when `read` was tried once. Never rejects. A read may be tried many times: it reads what there is then. */
export type ReadOthers = (read: () => Promise<void>) => Promise<void>

export type ReadOthersParts = {
  readonly log: Pick<Log, 'warn'>
  /** Begins the sentence that a failure is logged with, as in `tasks that another node changed`. */
  readonly what: string
  /** For tests; default: a second, which holds no process. */
  readonly pause?: () => Promise<void>
}

export function createReadOthers({ log, what, pause = aSecond }: ReadOthersParts): ReadOthers {
  let unread: (() => Promise<void>)[] = []
  let last = Promise.resolve()
  let isAgainDue = false
  let isTold = false

  /** One that fails holds up no other. */
  async function readAll(): Promise<void> {
    const wanted = unread
    unread = []
    for (const read of wanted) {
      try {
        await read()
      } catch (error) {
        // Once for each time that PostgreSQL is away.
        if (!isTold) log.warn({ err: error }, `${what} could not be read yet`)
        isTold = true
        unread.push(read)
      }
    }
    isTold = unread.length > 0
    if (isTold) void readAgain()
  }

  async function readAgain(): Promise<void> {
    if (isAgainDue) return
    isAgainDue = true
    await pause()
    isAgainDue = false
    last = last.then(readAll)
  }

  return (read) => {
    last = last.then(() => {
      unread.push(read)
      return readAll()
    })
    return last
  }
}

const aSecond = (): Promise<void> => wait(againMs, undefined, { ref: false })
