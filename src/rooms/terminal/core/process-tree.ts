// What a tree of processes uses, from two looks at all processes of the machine.

export type ProcessRow = {
  readonly pid: number
  readonly parentPid: number
  readonly name: string
  /** CPU time since the process began, in milliseconds. */
  readonly cpuMs: number
  readonly memoryBytes: number
}

export type ProcessUsage = {
  readonly pid: number
  readonly parentPid: number
  readonly name: string
  readonly cpuPercent: number
  readonly memoryBytes: number
}

/** The processes at and below `roots`. A process that began after the first look counts with all it has used. */
export function usageOfTree(
  roots: readonly number[],
  looks: {
    readonly before: ReadonlyMap<number, number>
    readonly after: readonly ProcessRow[]
    readonly tookMs: number
  },
): ProcessUsage[] {
  const { before, after, tookMs } = looks
  return membersOf(roots, after).map(({ pid, parentPid, name, cpuMs, memoryBytes }) => {
    const usedMs = Math.max(0, cpuMs - (before.get(pid) ?? 0))
    return {
      pid,
      parentPid,
      name,
      memoryBytes,
      cpuPercent: tookMs <= 0 ? 0 : Math.round((usedMs / tookMs) * 1000) / 10,
    }
  })
}

export function membersOf(roots: readonly number[], rows: readonly ProcessRow[]): ProcessRow[] {
  const children = Map.groupBy(rows, ({ parentPid }) => parentPid)
  const members = new Map(rows.filter(({ pid }) => roots.includes(pid)).map((row) => [row.pid, row]))
  for (const { pid } of members.values()) {
    for (const child of children.get(pid) ?? []) if (!members.has(child.pid)) members.set(child.pid, child)
  }
  return [...members.values()]
}
