// Keeps the demo's board alive: looks at it from time to time and does what core/direct.ts says.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fromIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { pause } from '#platform/server/pause.ts'
import { launchAgent, removeSession, sendInput } from '#rooms/sessions/api.ts'
import { createTask } from '#rooms/tasks/api.ts'
import { createBrief } from '#rooms/triage/api.ts'
import { cast, news, type Role } from '../core/cast.ts'
import { lookEveryMs, nextMoves, type Move } from '../core/direct.ts'
import { readCards } from './cards.ts'
import { runTriage } from './run-triage.ts'
import type { Stage } from './stage/stage.ts'

/** Until `signal` aborts. What a visitor did meanwhile may be in the way of a move: then that move is left out. */
export async function direct(stage: Stage, clock: Clock, signal: AbortSignal): Promise<void> {
  let launched = 0
  for (let looks = 0; !signal.aborted; looks += 1) {
    await pause(lookEveryMs, signal)
    if (signal.aborted) return
    const state = { looks, launched, nowMs: clock.now() }
    launched += await look(stage, state).catch(() => 0) // The service is busy or ending: the next look is soon.
  }
}

type State = { readonly looks: number; readonly launched: number; readonly nowMs: number }

/** Answers how many it launched. */
async function look(stage: Stage, { looks, launched, nowMs }: State): Promise<number> {
  const cards = await readCards(stage)
  const sessions = cards.map((card) => ({ ...card, forMs: nowMs - fromIso(card.state_since) }))
  const moves = nextMoves({ looks, launched, sessions })
  // One that the visitor got in the way of is left out, and spoils no other.
  await Promise.allSettled(moves.map((move) => make(stage, move)))
  return moves.filter((move) => move.do === 'launch').length
}

async function make(stage: Stage, move: Move): Promise<unknown> {
  switch (move.do) {
    case 'launch':
      return launch(stage, move.part)
    case 'answer':
      return stage.ask(sendInput, { params: { id: move.id }, body: { text: 'Yes, go on.' } })
    case 'dismiss':
      return stage.ask(removeSession, { params: { id: move.id } })
    case 'tell_news':
      return stage.ask(createBrief, { body: pick(news, move.item) })
    case 'triage':
      return runTriage(stage)
  }
}

async function launch(stage: Stage, count: number): Promise<unknown> {
  const part: Role = pick(cast, count)
  const session = `agent-${part.name}-${Math.floor(count / cast.length) + 1}`
  const folder = join(stage.place.userHome, 'src', part.folder)
  const task = `D-${count + 1}`
  await mkdir(folder, { recursive: true })
  await stage.writeScore(session, part.beats)
  await stage.ask(createTask, { body: { id: task, title: part.task, project: part.folder, status: 'ready' } })
  const { agentType: agent_type, label, prompt } = part
  const body = { agent_type, session_name: session, label, prompt, task_id: task, working_dir: folder }
  return stage.ask(launchAgent, { body })
}

function pick<T>(all: readonly [T, ...T[]] | readonly T[], count: number): T {
  const found = all[count % all.length]
  if (found === undefined) throw new Error('there is nobody to choose from')
  return found
}
