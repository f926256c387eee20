// Finds the processes of a session on this machine, and ends them.
import { join } from 'node:path'
import { withDescendants, type ProcessTree, type SeenProcess } from '#platform/server/process-tree.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import { leftInForeground, leftOfRun } from '../../core/end/left-processes.ts'
import type { SessionRecord } from '../../core/record.ts'
import { isTerminalOf } from '../../core/scan/terminal.ts'
import { artifactPaths } from '../launcher/artifacts.ts'

export interface SessionProcesses {
  /** What lives of the session; null when tmux or the machine gives no clear answer. */
  leftOf(record: SessionRecord): Promise<readonly SeenProcess[] | null>
  /** The same of many, with one list of what runs on the machine. */
  leftOfEach(records: readonly SessionRecord[]): Promise<ReadonlyMap<SessionRecord, readonly SeenProcess[] | null>>
  /** Sends the signal to each of them that is still the same process; answers how many it reached. */
  signal(processes: readonly SeenProcess[], signal: 'SIGTERM' | 'SIGKILL'): number
}

type SessionProcessesParts = { readonly tmux: Tmux; readonly tree: ProcessTree; readonly home: string }

export function createSessionProcesses({ tmux, tree, home }: SessionProcessesParts): SessionProcesses {
  /** Empty when the terminal is gone or another one by now; null when tmux gives no answer. */
  async function panesOf(record: SessionRecord): Promise<readonly number[] | null> {
    if (record.session.tmux_alive === false) return []
    const found = await tmux.find(record.session.tmux_session)
    if (!found.ok) return found.error.kind === 'gone' || found.error.kind === 'not_installed' ? [] : null
    if (record.tmuxId !== null && !isTerminalOf(record, found.value)) return []
    const view = await tmux.look(found.value.id)
    if (view.ok) return view.value.panePids
    return view.error.kind === 'gone' ? [] : null
  }

  async function leftOfEach(records: readonly SessionRecord[]) {
    const panes = await Promise.all(records.map(panesOf))
    const listed = await tree.list(records.flatMap((record) => markOf(record) ?? []))
    const all = listed.ok ? listed.value : null
    return new Map(records.map((record, at) => [record, leftAt(record, { all, panePids: panes[at] ?? null })]))
  }

  /** Of one, by what was seen. */
  function leftAt(record: SessionRecord, { all, panePids }: Seen): readonly SeenProcess[] | null {
    if (all === null || panePids === null) return null
    const mark = markOf(record)
    const marked = all.map((one) => ({ ...one, isMarked: mark !== null && one.mark === mark }))
    const look = {
      all: marked,
      panePids,
      withDescendants: (roots: readonly Marked[]) => withDescendants(marked, roots),
    }
    const paths = artifactPaths(home, record.session.id)
    if (record.runId === null || paths === null) return leftInForeground(look)
    return leftOfRun(look, { script: paths.script, recorder: join(home, 'bin', 'orrery-log.sh') })
  }

  return {
    leftOf: async (record) => (await leftOfEach([record])).get(record) ?? null,
    leftOfEach,
    signal: tree.signal,
  }
}

type Seen = { readonly all: readonly SeenProcess[] | null; readonly panePids: readonly number[] | null }
type Marked = SeenProcess & { readonly isMarked: boolean }

/** What the processes of a launch of ours bear in their environment. */
function markOf({ runId }: SessionRecord): string | null {
  return runId === null ? null : `SERVICE_RUN_ID=${runId}`
}
