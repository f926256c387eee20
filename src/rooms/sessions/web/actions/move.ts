// Moves sessions to the state that their column stands for, as dropping a card does.
import type { ActionOutcome } from '#platform/web/actions/outcome.ts'
import { tellOutcome } from '#platform/web/actions/tell-outcome.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { patchSession } from '../../api.ts'
import type { SessionCard, SessionState } from '../../contract.ts'
import { nextState, eventTowards } from '../../core/machine.ts'
import { learnSession, sessions } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'

/** One card that was dropped; told, with an Undo where there is a way back. */
export function moveSession(session: SessionCard, wanted: SessionState): void {
  void moveAndTell(session, wanted)
}

async function moveAndTell(session: SessionCard, wanted: SessionState): Promise<void> {
  const outcome = await moveSessions([session], wanted)
  const goOn = () => moveSession(session, wanted)
  tellOutcome(outcome, { verb: 'moved', tone: wanted, said: sayMove(session, wanted), goOn })
}

function sayMove(session: SessionCard, wanted: SessionState) {
  const was = wordsForState(session.state).toLowerCase()
  return { title: `${wordsForState(wanted)}: “${titleOf(session)}”.`, text: `It was ${was}.` }
}

/** Each by itself. Shown at once, also where it will be refused: the card snaps back. */
export async function moveSessions(cards: readonly SessionCard[], wanted: SessionState): Promise<ActionOutcome> {
  const moved = await Promise.all(cards.map(async (card) => ({ card, problem: await send(card, wanted) })))
  const done = moved.flatMap(({ card, problem }) => (problem === null ? [card] : []))
  const back = done.filter(({ state }) => hasWayBack(state, wanted))
  return {
    done: done.map(titleOf),
    refused: moved.flatMap(({ card, problem }) => (problem === null ? [] : [{ title: titleOf(card), problem }])),
    undo: back.length === 0 ? null : () => moveBack(back, wanted),
  }
}

/** Whether the machine leads back without starting anything: a start is no undo. */
function hasWayBack(from: SessionState, to: SessionState): boolean {
  const event = eventTowards(from, to)
  return event !== 'start' && nextState(to, event) === from
}

async function moveBack(cards: readonly SessionCard[], from: SessionState): Promise<Problem | null> {
  const problems = await Promise.all(
    cards.map(async (card) => {
      const now = sessions.truth(card.id)
      if (now === null) return refusedHere('The session is gone.')
      if (now.state !== from) return refusedHere(`It is ${wordsForState(now.state).toLowerCase()} by now.`)
      return send(now, card.state)
    }),
  )
  return problems.find((problem) => problem !== null) ?? null
}

/** Resolves with the refusal, or null. */
async function send(session: SessionCard, wanted: SessionState): Promise<Problem | null> {
  const since = new Date().toISOString()
  const lift = sessions.overlay(session.id, (truth) =>
    truth.state === session.state ? { ...truth, state: wanted, state_since: since } : truth,
  )
  const answer = await call(patchSession, { params: { id: session.id }, body: { state: wanted } })
  if (answer.ok) learnSession(answer.value.session)
  lift()
  return answer.ok ? null : answer.error
}
