// Reads why a run failed, where its output ends: once when its exit is told, and once when the last of its output is there.
import { failureOf } from '../../core/end/failure.ts'
import type { SessionRecord } from '../../core/record.ts'
import { commitChange } from '../change/apply.ts'
import type { SessionsContext } from '../context.ts'

/** Null for a run that did not fail, and where nothing but its exit status is known. Never rejects. */
export async function readFailure(
  { readLastWords }: SessionsContext,
  sessionId: string,
  exitCode: number | null,
): Promise<string | null> {
  if (exitCode === null || exitCode === 0) return null
  return failureOf({ exitCode, lastLine: await readLastWords(sessionId) })
}

/**
 * Reads once more when its terminal is gone: on a busy machine the exit is told before the last line is written down.
 * Rejects with `StorageError`.
 */
export async function mendFailure(context: SessionsContext, { session }: SessionRecord): Promise<void> {
  const { id, state, cause, exit_code: exitCode } = session
  if (state !== 'failed' || cause?.event !== 'process.exit_error' || cause.source !== 'wrapper') return
  const failure = await readFailure(context, id, exitCode)
  // Meanwhile it may have been started again, or dismissed.
  const isStill = context.registry.get(id)?.session.cause === cause
  if (failure === null || failure === cause.metadata || !isStill) return
  const change = { session: { cause: { ...cause, metadata: failure } } }
  await commitChange(context, id, { change, note: `it failed: ${failure}` })
}
