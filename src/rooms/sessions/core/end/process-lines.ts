// What goes on of a session, as lines of a tree: each process below the one that started it.

export type TreeProcess = { readonly pid: number; readonly parent_pid: number; readonly name: string }

export type ProcessLine<P> = { readonly process: P; readonly branch: string }

/** In the order in which it is read; `branch` is what is drawn before the name. Those whose parent is not among them are roots. */
export function processLines<P extends TreeProcess>(processes: readonly P[]): ProcessLine<P>[] {
  const sorted = processes.toSorted((one, other) => one.pid - other.pid)
  const pids = new Set(sorted.map(({ pid }) => pid))
  const children = Map.groupBy(sorted, ({ parent_pid: parent }) => parent)
  const drawn = new Set<number>()
  const lines: ProcessLine<P>[] = []
  const draw = (process: P, branch: string, below: string): void => {
    // Ids are given again: two that name each other as parents are drawn once each.
    if (drawn.has(process.pid)) return
    drawn.add(process.pid)
    lines.push({ process, branch })
    const its = children.get(process.pid) ?? []
    for (const [index, child] of its.entries()) {
      const isLast = index === its.length - 1
      draw(child, `${below}${isLast ? '└ ' : '├ '}`, `${below}${isLast ? '  ' : '│ '}`)
    }
  }
  for (const process of sorted) if (!pids.has(process.parent_pid)) draw(process, '', '')
  for (const process of sorted) draw(process, '', '')
  return lines
}
