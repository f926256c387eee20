// Agents at work: each has a connection and a session of its own, and waits for an answer before it speaks again.
import { openConnection, type Connection } from './connection.ts'
import { eventRequest, sessionName } from './requests.ts'

export type Agent = AsyncDisposable & {
  /** Sends the next event. Each one moves the session: to review, and back by the next. */
  readonly speak: () => Promise<void>
}

/** `index` names the session, which the first event makes. */
export async function openAgent(url: string, index: number): Promise<Agent> {
  const connection: Connection = await openConnection(url)
  const session = sessionName(index)
  const [toReview, toRunning] = ['to_review', 'tool_use'].map((event) => eventRequest(url, session, event))
  if (toReview === undefined || toRunning === undefined) throw new Error('an agent has two events')
  await connection.exchange(eventRequest(url, session, 'start'))
  await connection.exchange(toRunning)
  let next = toReview
  return {
    async speak() {
      const event = next
      next = next === toReview ? toRunning : toReview
      await connection.exchange(event)
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

export type Agents = AsyncDisposable & {
  /** Sends so many events, all agents at once; resolves after the last answer. */
  readonly speak: (events: number) => Promise<void>
}

export async function openAgents(url: string, count: number): Promise<Agents> {
  const agents = await Promise.all(Array.from({ length: count }, (_, index) => openAgent(url, index)))
  return {
    async speak(events) {
      let left = events
      const work = async (agent: Agent): Promise<void> => {
        for (; left > 0;) {
          left -= 1
          await agent.speak()
        }
      }
      await Promise.all(agents.map(work))
    },
    async [Symbol.asyncDispose]() {
      for (const agent of agents) await agent[Symbol.asyncDispose]()
    },
  }
}
