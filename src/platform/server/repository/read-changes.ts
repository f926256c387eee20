// What `git diff-tree --raw --numstat -z` says: pure.

/** A file that differs between two trees; lines are null for what is no text. */
export type FileChange = {
  /** Relative to the top of the working tree. */
  readonly path: string
  readonly status: 'added' | 'changed' | 'removed'
  readonly added: number | null
  readonly removed: number | null
}

const statuses: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'changed',
  T: 'changed',
}

/** In git's order. What is not understood is left out. */
export function readChanges(output: string): FileChange[] {
  const cells = output.split('\0')
  const changes = new Map<string, FileChange>()
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? ''
    if (cell.startsWith(':')) {
      const status = statuses[cell.slice(-1)]
      const path = cells[at + 1] ?? ''
      at += 1
      if (status !== undefined && path !== '') changes.set(path, { path, status, added: null, removed: null })
      continue
    }
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(cell) ?? []
    const change = changes.get(path)
    if (change !== undefined) changes.set(path, { ...change, added: lines(added), removed: lines(removed) })
  }
  return [...changes.values()]
}

const lines = (count: string): number | null => (count === '-' ? null : Number(count))
