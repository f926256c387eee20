// What somebody may be notified of, before any rule: one for each session, task, strand, device and budget.
import type { NotifyKind } from '#base/notify-names.ts'

export type Signal = {
  /** Whom or what it is about, the same for all that follows: `session:s1`. */
  readonly tag: string
  readonly kind: NotifyKind
  /** Which time it is so: a later moment is news. */
  readonly moment: string
  /** ISO 8601. */
  readonly since: string
  /** An agent asks to be allowed something, and holds its turn for the answer. */
  readonly isApproval: boolean
  /** What the session, task, strand or device is called. */
  readonly name: string
  /** What it asks or why it failed, as agents and programs wrote it; null where nothing is known. */
  readonly said: string | null
  /** What several have in common that failed for one reason. */
  readonly cause: string | null
  /** The page where it is shown. */
  readonly link: string
}

/** How something ended: a person or its terminal answered, or there is nothing to do any more. */
export type EndWord = 'answered' | 'over'
