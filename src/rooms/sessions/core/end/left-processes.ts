// Which of the machine's processes are a session's own, so that its stop is over once none of them lives.

/** A process as far as this question goes. */
export type Candidate = {
  readonly pid: number
  readonly parentPid: number
  readonly group: number
  readonly foreground: number
  readonly name: string
  readonly args: string
  readonly isMarked: boolean
}

export type PaneLook<P> = {
  readonly all: readonly P[]
  /** The first processes of its panes; empty once it is gone. */
  readonly panePids: readonly number[]
  readonly withDescendants: (roots: readonly P[]) => P[]
}

/** What tells a launch of ours: the script that its pane runs, and the program that records its output. */
export type OwnLaunch = { readonly script: string; readonly recorder: string }

/**
 * Of a launch of ours: the wrapper in its pane and what descends from it, and wherever a program went to, whatever bears the
 * run in its environment. Windows that a person opened in the same terminal bear it, too: they and the recorder are left.
 */
export function leftOfRun<P extends Candidate>(
  { all, panePids, withDescendants }: PaneLook<P>,
  { script, recorder }: OwnLaunch,
): (P & { readonly isWrapper: boolean })[] {
  const isOurs = ({ args }: P): boolean => args.includes(script)
  const panes = all.filter(({ pid }) => panePids.includes(pid))
  const servers = new Set(panes.map(({ parentPid }) => parentPid))
  const others = all.filter((one) => !isOurs(one) && (servers.has(one.parentPid) || one.args.includes(recorder)))
  const own = withDescendants(all.filter((one) => one.isMarked || (panes.includes(one) && isOurs(one))))
  const spared = new Set(withDescendants(others))
  return own.filter((one) => !spared.has(one)).map((one) => ({ ...one, isWrapper: isOurs(one) }))
}

const shells = new Set(['sh', 'bash', 'zsh', 'fish', 'dash', 'ksh', 'tcsh', 'csh'])

/** Of a terminal that a person opened: what stands in the foreground of its panes. A shell at its prompt is nothing. */
export function leftInForeground<P extends Candidate>({ all, panePids, withDescendants }: PaneLook<P>): P[] {
  const front = all
    .filter(({ pid }) => panePids.includes(pid))
    .flatMap((pane) => {
      const members = all.filter(({ group }) => group === pane.foreground)
      return members.length === 1 && members[0] === pane && isShell(pane) ? [] : members
    })
  return withDescendants(front)
}

/** A login shell has a dash before its name. */
function isShell({ name }: Candidate): boolean {
  return shells.has(name.replace(/^-/, ''))
}
