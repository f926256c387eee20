// Which notifications an open tab calls for: each once, whatever tabs and snapshots tell it again.
import type { ShownNotification } from '../contract.ts'

export type InTabs = {
  /** The time of the last that this browser called for. */
  readonly lastTold: string
  /** The tags of those that stand on the screen. */
  readonly open: ReadonlySet<string>
}

export function newsOf(all: readonly ShownNotification[], { lastTold, open }: InTabs) {
  const calls = all.filter(({ is_silent: isSilent, told_at: at }) => !isSilent && at > lastTold)
  const quiet = all.filter(({ is_silent: isSilent, tag }) => isSilent && open.has(tag))
  const last = calls.reduce((latest, { told_at: at }) => (at > latest ? at : latest), lastTold)
  return { calls, quiet, last }
}
