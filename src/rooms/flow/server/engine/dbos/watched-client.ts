// Connections to PostgreSQL that end when it does not answer: a network that is cut closes none of them by itself.
import { Client, type ClientConfig } from 'pg'
import { secondMs } from '#base/time.ts'
import { isOfBrokenConnection, isOfItsState } from './its-state.ts'

/**
 * Nothing that we ask takes so long; whoever asked does so again on another connection. PostgreSQL waits as long for what we say
 * next within a transaction: after a cut of the network its locks would keep workflows from everybody.
 */
export const answerLimitMs = 10 * secondMs
const lookMs = secondMs

interface ClientWatch extends Disposable {
  /** What a pool makes its connections from. */
  readonly Client: new (config?: string | ClientConfig) => Client
  /** Runs while an answer may take any time, as that of a change of large tables. */
  patiently<T>(work: () => Promise<T>): Promise<T>
}

type Asked = { waiting: number; sinceMs: number }
type Ask = (...given: unknown[]) => unknown

export function createClientWatch(): ClientWatch {
  const open = new Map<Client, Asked>()
  let patient = 0

  class WatchedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      const asked = { waiting: 0, sinceMs: 0 }
      open.set(this, asked)
      this.once('end', () => open.delete(this))
      this.query = watched(this.query.bind(this), asked) as Client['query']
    }
  }

  /** One that is silent tells of the others: those that wait for no answer would be silent, too. */
  function look(): void {
    const untilMs = performance.now() - answerLimitMs
    const isSilent = ({ waiting, sinceMs }: Asked): boolean => waiting > 0 && sinceMs < untilMs
    if (patient > 0 || ![...open.values()].some(isSilent)) return
    for (const [client, asked] of open) if (asked.waiting === 0 || isSilent(asked)) cut(client)
  }
  const looking = setInterval(look, lookMs).unref()

  return {
    Client: WatchedClient,
    async patiently(work) {
      patient += 1
      try {
        return await work()
      } finally {
        patient -= 1
        for (const asked of open.values()) asked.sinceMs = performance.now()
      }
    },
    [Symbol.dispose]: () => clearInterval(looking),
  }
}

/** The driver's own declarations of `query` are many; it answers by a callback, which comes last, or by a promise. */
function watched(ask: Ask, asked: Asked): Ask {
  const count = (more: 1 | -1): void => {
    asked.waiting += more
    asked.sinceMs = performance.now()
  }
  return (...given) => {
    const heard = given.at(-1)
    count(1)
    if (typeof heard === 'function') {
      return ask(...given.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
        count(-1)
        heard(withCause(error), ...answer)
      })
    }
    const answer = ask(...given)
    if (!(answer instanceof Promise)) {
      count(-1)
      return answer
    }
    return answer.then(
      (value: unknown) => (count(-1), value),
      (error: unknown) => {
        count(-1)
        throw withCause(error)
      },
    )
  }
}

/** DBOS asks again after what it takes for a lost connection, and looks for that in causes, too. */
function withCause(error: unknown): unknown {
  if (error instanceof Error && error.cause === undefined && (isOfItsState(error) || isOfBrokenConnection(error))) {
    error.cause = Object.assign(new Error('PostgreSQL does not take it now'), { code: 'ECONNRESET' })
  }
  return error
}

/** As when the network ends it: who waits for an answer gets an error. */
function cut(client: Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
  connection.stream.destroy()
}
