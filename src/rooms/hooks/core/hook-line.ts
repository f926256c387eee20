// The shell line that stands in a client's settings, and the mark by which we know it again.
import { shellQuoted } from '#base/shell-word.ts'

/** What did not exist before we installed; the mark remembers it, so that uninstalling takes away just that. */
export const creations = ['event', 'hooks', 'file', 'folder'] as const
export type Creation = (typeof creations)[number]

export type HookCall = {
  /** The service's home, absolute. */
  readonly home: string
  /** The script's arguments: plain words. */
  readonly args: readonly string[]
  /** The script that waits for a person's answer, where it is there; else events are told as ever. */
  readonly asks?: true
}

/**
 * Ends at once outside of our sessions, and when the script is gone. A session names its service's home itself; the
 * home written in is for sessions that only carry SERVICE_SESSION_TMUX. `-p` keeps BASH_ENV and exported functions out.
 */
export function hookLine({ home, args, asks }: HookCall, created: readonly Creation[]): string {
  const words = args.join(' ')
  return [
    '[ -n "$SERVICE_SESSION_TMUX" ] || exit 0',
    `h=\${SERVICE_HOME:-${shellQuoted(home)}}/bin`,
    '[ -r "$h/orrery-hook.sh" ] || exit 0',
    ...(asks === undefined ? [] : ['s=orrery-approval.sh', '[ -r "$h/$s" ] || s=orrery-hook.sh']),
    `command -v bash >/dev/null 2>&1 && LC_ALL=C exec bash -p "$h/${asks === undefined ? 'orrery-hook.sh' : '$s'}" ${words}`,
    `exec sh "$h/orrery-hook-fallback.sh" ${words} ${markOf(created)}`,
  ].join('; ')
}

/** What our line says that it created, or null for a line of someone else. */
export function readMark(command: string): readonly Creation[] | null {
  const mark = / # orrery((?: \+[a-z]+)*)\s*$/.exec(command)
  if (mark === null || !command.includes('orrery-hook')) return null
  const named = (mark[1] ?? '').split(' +')
  return creations.filter((creation) => named.includes(creation))
}

function markOf(created: readonly Creation[]): string {
  return ['# orrery', ...created.map((creation) => `+${creation}`)].join(' ')
}
