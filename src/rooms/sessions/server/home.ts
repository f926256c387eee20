// What Home asks of this room.
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { BringBlock, BringStep } from '#rooms/home/contract.ts'
import type { AgentType, Session } from '../contract.ts'
import {
  finishedBlock,
  launchStep,
  runningBlock,
  startsByItself,
  waitingBlock,
  type AroundHome,
} from '../core/list/home.ts'
import { isOnBoard } from '../core/lives-here.ts'
import type { NameOf } from '../core/list/why.ts'
import { newestLine } from '../core/output/last-line.ts'
import type { SessionsContext } from './context.ts'
import { countShown, shownSessions } from './nodes/shown.ts'
import type { LastLines } from './output/last-lines.ts'

/** The blocks and the step of sessions. */
export type SessionsOnHome = {
  readonly running: BringBlock
  readonly waiting: BringBlock
  readonly finished: BringBlock
  readonly launchStep: BringStep
  readonly counts: () => { readonly running: number; readonly waiting: number }
}

export type SessionsOnHomeParts = {
  readonly context: Pick<SessionsContext, 'registry' | 'foreign' | 'events'>
  readonly lines: Pick<LastLines, 'refresh' | 'of'>
  readonly nameOf: NameOf
  readonly agentTypes: () => readonly AgentType[]
  readonly environment: Environment
}

export function onHome({ context, lines, nameOf, agentTypes, environment }: SessionsOnHomeParts): SessionsOnHome {
  const all = (): Session[] => shownSessions(context).filter(isOnBoard)
  const around: AroundHome = {
    nameOf,
    lastLineOf: (session) => newestLine(session, lines.of(session.id))?.text ?? null,
  }
  return {
    async running() {
      await lines.refresh()
      return runningBlock(all(), around)
    },
    waiting: () => waitingBlock(all(), around),
    async finished(window) {
      await lines.refresh()
      return finishedBlock(all(), window, around)
    },
    launchStep: async () =>
      launchStep({
        hasAny: countShown(context) > 0 || (await context.events.hasAny()),
        hasTmux: findProgram('tmux', environment) !== null,
        hasAgent: agentTypes().some(({ agent_type: type, installed }) => type === 'code-agent' && installed),
      }),
    counts() {
      const sessions = all()
      return {
        running: sessions.filter(({ state }) => state === 'running').length,
        waiting: sessions.filter(startsByItself).length,
      }
    },
  }
}
