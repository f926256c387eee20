// What keeps a node from PostgreSQL at its start: known to whoever asks, and said in the log now and then.
import { minuteMs, secondMs } from '#base/time.ts'
import type { StorageTrouble } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'

const retryMs = secondMs / 2
const sayEveryMs = minuteMs

const words = {
  remote: 'PostgreSQL can not be used: strands wait for it. Look at DATABASE_URL and at that server.',
  named: 'Another service bears the name of this node: strands wait. Give this one its own: SERVICE_NODE=<name>.',
} as const

type Trouble = keyof typeof words & StorageTrouble

interface Troubles {
  readonly first: Promise<void>
  present(): Trouble | null
  note(trouble: Trouble, error: unknown): void
  end(): void
}

/** From the first trouble until `end`. */
export function createTroubles(log: Log): Troubles {
  const first = Promise.withResolvers<void>()
  let present: Trouble | null = null
  let saidAtMs = -Infinity
  return {
    first: first.promise,
    present: () => present,
    note(trouble, error) {
      first.resolve()
      if (trouble === present && performance.now() - saidAtMs < sayEveryMs) return
      present = trouble
      saidAtMs = performance.now()
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, words[trouble])
    },
    end() {
      if (present !== null) log.info({}, 'strands have PostgreSQL now')
      present = null
    },
  }
}

type Trying = { readonly isEnding: () => boolean; readonly onFailure: (error: unknown) => void }

/** Tries again and again; rejects with the last error once the service ends. */
export async function untilDone(work: () => Promise<unknown>, { isEnding, onFailure }: Trying): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (isEnding()) throw error
      onFailure(error)
    }
    await new Promise<void>((resolve) => void setTimeout(resolve, retryMs).unref())
  }
}
