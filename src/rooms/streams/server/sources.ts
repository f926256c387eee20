// Where facts about sessions come from besides hooks: the marks of their shells, and looks at their files.
import { join } from 'node:path'
import { toIso } from '#base/time.ts'
import { isEnd, type ToldOfSession } from './entry.ts'
import type { FactStore, NewFact } from './facts.ts'
import { followFiles, type FollowFiles } from './follow-files.ts'
import { followMarks } from './follow-marks.ts'
import type { StreamedSessions, StreamsGround } from './ports.ts'

export type SourcesParts = Pick<StreamsGround, 'config' | 'environment' | 'clock' | 'timers' | 'log'> & {
  readonly facts: FactStore
  readonly sessions: Pick<StreamedSessions, 'nonceOf' | 'outputAfter' | 'isAtWork'>
  /** Takes down what is committed. */
  readonly tell: (told: ToldOfSession) => void
  /** More is known of it. */
  readonly happened: (sessionId: string) => void
}

export interface FactSources extends AsyncDisposable {
  readonly files: Pick<FollowFiles, 'diff' | 'forget'>
  /** It is committed: it is taken down, and looked after. */
  tell(told: ToldOfSession): void
  /** The output of a session may have grown. */
  grown(sessionId: string): void
  /** Before a session's program starts. Never rejects. */
  starting(sessionId: string, directory: string): Promise<void>
}

export function createSources(parts: SourcesParts): FactSources {
  const { config, facts, sessions, clock } = parts
  const learn = async (learned: readonly NewFact[]): Promise<void> => {
    for (const fact of await facts.add(learned)) tell(fact)
  }
  const files = followFiles({
    ...parts,
    folder: join(config.home, 'trees'),
    ownHome: config.home,
    told: async (sessionId) => (await facts.of(sessionId)).filter((fact) => fact.source === 'git'),
    learn: (sessionId, at, learned) => learn([{ sessionId, at, learned }]),
  })
  const marks = followMarks({
    ...parts,
    ...sessions,
    last: async (sessionId) => (await facts.of(sessionId)).findLast((fact) => fact.source === 'shell') ?? null,
    learn: (sessionId, seen) =>
      learn(seen.map(({ atMs, learned }) => ({ sessionId, at: toIso(Math.min(atMs, clock.now())), learned }))),
  })

  function tell(told: ToldOfSession): void {
    parts.tell(told)
    const { sessionId } = told
    if ('fact' in told) {
      if (told.source !== 'git') files.happened(sessionId)
      parts.happened(sessionId)
    } else if ('to' in told && isEnd(told)) {
      void files.ended(sessionId)
      void marks.ended(sessionId)
      parts.happened(sessionId)
    }
  }

  return {
    files,
    tell,
    grown: (sessionId) => marks.grown(sessionId),
    async starting(sessionId, directory) {
      marks.began(sessionId)
      await files.begin(sessionId, directory)
    },
    async [Symbol.asyncDispose]() {
      await marks[Symbol.asyncDispose]()
      await files[Symbol.asyncDispose]()
    },
  }
}
