// Why the files of a repository can't be followed.
import type { ProgramOutcome } from '../spawn.ts'
import { runGit, type GitCall, type OwnGit } from './quiet-git.ts'

/** `too_large` and `no_git` stay so; what is unreadable or slow now may be better next time. */
export type TroubleKind = 'too_large' | 'no_git' | 'unreadable' | 'too_slow'

/** Git could not tell; `kind` says why. */
export class GitTrouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, message?: string) {
    super(message ?? kind)
    this.kind = kind
  }
}

/** Asks git. Rejects with `GitTrouble` where it does not answer, or ends otherwise than with 0. */
export type AskGit = (
  words: readonly string[],
  call: Partial<Pick<GitCall, 'index' | 'objects' | 'alsoRead' | 'input'>>,
) => Promise<string>

/** `usual`: for calls that say nothing else. All calls together take as long as `timeLimit` allows. */
export function asker(own: OwnGit, usual: Pick<GitCall, 'index' | 'objects'>, timeLimitMs: number): AskGit {
  const endMs = performance.now() + timeLimitMs
  return async (words, call) => {
    const timeoutMs = Math.floor(endMs - performance.now())
    if (timeoutMs <= 0) throw new GitTrouble('too_slow')
    return answerOf(await runGit(own, { ...usual, ...call, words, timeoutMs }))
  }
}

function answerOf(outcome: ProgramOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code === 0) return outcome.stdout
      throw new GitTrouble('unreadable', outcome.stderr.slice(0, 500))
    case 'not_found':
      throw new GitTrouble('no_git')
    case 'too_much_output':
      throw new GitTrouble('too_large')
    case 'timed_out':
    case 'aborted':
      throw new GitTrouble('too_slow')
    case 'failed':
      throw new GitTrouble('unreadable', outcome.reason)
  }
}
