// What is read aloud when somebody begins to need a person.
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { needsYou } from './order.ts'

/** What changed: `before` is null for what is new to the page, which is no news. */
type Change<T> = { readonly before: T | null; readonly after: T | null }
export type SessionChange = Change<Pick<SessionCard, 'label' | 'state'>>
export type TaskChange = Change<Pick<TaskCard, 'id' | 'title' | 'status'>>

type Call<State> = { readonly name: string; readonly state: State }

export function callsOfSessions(changes: readonly SessionChange[]): Call<SessionCard['state']>[] {
  return changes.flatMap(({ before, after }) =>
    before !== null && after !== null && needsYou(after.state) && before.state !== after.state
      ? [{ name: after.label, state: after.state }]
      : [],
  )
}

/** Tasks that became blocked, but for those whose session calls already: nobody has to hear twice. */
export function callsOfTasks(
  changes: readonly TaskChange[],
  sessionsOf: (taskId: string) => readonly Pick<SessionCard, 'state'>[],
): Call<TaskCard['status']>[] {
  return changes.flatMap(({ before, after }) =>
    before !== null &&
    after?.status === 'blocked' &&
    before.status !== 'blocked' &&
    !sessionsOf(after.id).some(({ state }) => needsYou(state))
      ? [{ name: after.title, state: after.status }]
      : [],
  )
}

/** More names than these are not listened to. */
const mostNamed = 3

/** The sentence for the calls of one kind, or null for none; many at once are told by number. */
export function sayCalls<State>(
  calls: readonly Call<State>[],
  { plural, wordsOf }: { readonly plural: string; readonly wordsOf: (state: State) => string },
): string | null {
  if (calls.length === 0) return null
  if (calls.length > mostNamed) return `${calls.length} more ${plural} need you`
  return calls.map(({ name, state }) => `${name}: ${wordsOf(state)}`).join('. ')
}
