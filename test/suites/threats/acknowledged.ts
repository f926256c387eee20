// Remembers what a service acknowledged, and holds a later service of the same home against it.
import assert from 'node:assert/strict'
import type { Session, SessionEvent, SessionState } from '#rooms/sessions/contract.ts'
import { listSessions } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'

type Facts = { readonly state: SessionState | 'removed'; readonly messages: readonly string[] }

/** A request whose answer never came may have been carried out or not. */
export class Acknowledged {
  readonly #sessions = new Map<string, Facts>()
  /** Tasks by their ids: the status, or null for a deleted one. */
  readonly #tasks = new Map<string, string | null>()
  /** Tokens of logins, and whether each is good. */
  readonly #tokens = new Map<string, boolean>()
  #unanswered: { readonly tmuxSession: string; readonly message: string | null } | null = null

  /** Makes a request that concerns a session; what it answered is recorded by `take`. */
  async during<T>(tmuxSession: string, message: string | null, request: () => Promise<T>): Promise<T> {
    this.#unanswered = { tmuxSession, message }
    const answer = await request()
    this.#unanswered = null
    return answer
  }

  take({ tmux_session, state }: Pick<Session, 'tmux_session' | 'state'>, message: string | null = null): void {
    const messages = this.#sessions.get(tmux_session)?.messages ?? []
    this.#sessions.set(tmux_session, { state, messages: message === null ? messages : [...messages, message] })
  }

  takeRemoval(tmuxSession: string): void {
    this.#sessions.set(tmuxSession, { state: 'removed', messages: [] })
  }

  takeTask(id: string, status: string | null): void {
    this.#tasks.set(id, status)
  }

  takeToken(token: string, isGood: boolean): void {
    this.#tokens.set(token, isGood)
  }

  /** Forgets a token whose fate is open. */
  dropToken(token: string): void {
    this.#tokens.delete(token)
  }

  /** Fails for whatever is missing, torn or doubled; then takes the state as it stands. */
  async verify(service: Service, where: string): Promise<void> {
    const sessions = new Map((await listSessions(service)).map((session) => [session.tmux_session, session]))
    for (const [name, facts] of this.#sessions) {
      const found = sessions.get(name)
      const isOpen = this.#unanswered?.tmuxSession === name
      const cause = JSON.stringify(found?.cause ?? null)
      if (!isOpen) assert.equal(found?.state ?? 'removed', facts.state, `${name} ${where}: ${cause}`)
      if (found !== undefined) await this.#verifyMessages(service, found, where)
      this.#sessions.set(name, { state: found?.state ?? 'removed', messages: [] })
    }
    await this.#verifyTasks(service, where)
    this.#unanswered = null
    for (const [token, isGood] of this.#tokens) {
      const { status } = await service.call('GET /api/system/logins', { token })
      assert.equal(status, isGood ? 200 : 401, `a login ${where}`)
    }
    this.#tokens.clear()
  }

  async #verifyTasks(service: Service, where: string): Promise<void> {
    for (const [id, status] of this.#tasks) {
      const { json } = await service.call(`GET /api/tasks/${id}`)
      const found = (json.task as { status: string } | undefined)?.status ?? null
      if (this.#unanswered?.tmuxSession !== id) assert.equal(found, status, `the task ${id} ${where}`)
    }
    this.#tasks.clear()
  }

  async #verifyMessages(service: Service, session: Session, where: string): Promise<void> {
    const messages = this.#sessions.get(session.tmux_session)?.messages ?? []
    const open = this.#unanswered?.tmuxSession === session.tmux_session ? this.#unanswered.message : null
    if (messages.length === 0 && open === null) return
    const events = await eventsOf(service, session.id)
    const kept = events.flatMap(({ metadata, kind }) => (kind === 'event' && metadata !== null ? [metadata] : []))
    const acknowledged = kept.filter((text) => messages.includes(text))
    assert.deepEqual(acknowledged, messages, `events of ${session.tmux_session} ${where}`)
    const openCount = kept.filter((text) => text === open).length
    assert.ok(openCount <= 1, `an unanswered event of ${session.tmux_session} stands ${openCount} times ${where}`)
  }
}

/** The whole history of a session, oldest first. */
export async function eventsOf(service: Service, id: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? 'limit=200' : `limit=200&cursor=${cursor}`
    const { json } = await service.call(`GET /api/hooks/sessions/${id}/events?${query}`)
    events.push(...(json.events as SessionEvent[]))
    cursor = json.next_cursor as string | null
  }
  return events.toReversed()
}
