// Which open approval a person means by what they typed.
import { err, ok, type Result } from '#base/result.ts'
import type { Approval } from '../contract.ts'

/**
 * By the beginning of its id, or by its session: its id, its name or its label, or the beginning of one. Without a word: the
 * only one there is. An error has all that could be meant.
 */
export function pickApproval<A extends Pick<Approval, 'id' | 'session_id' | 'session_label'>>(
  open: readonly A[],
  typed: string | null,
): Result<A, readonly A[]> {
  const meant = typed === null ? open : matches(open, typed)
  const [first, ...others] = meant
  return first !== undefined && others.length === 0 ? ok(first) : err(meant)
}

function matches<A extends Pick<Approval, 'id' | 'session_id' | 'session_label'>>(
  open: readonly A[],
  typed: string,
): readonly A[] {
  const namesOf = ({ id, session_id: session, session_label: label }: A) => [id, session, label]
  const whole = open.filter((one) => namesOf(one).includes(typed))
  if (whole.length > 0) return whole
  const start = typed.toLowerCase()
  return open.filter((one) => namesOf(one).some((name) => name.toLowerCase().startsWith(start)))
}
