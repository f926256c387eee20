// Reads a session's stream into a player: what there is, and of one that is at work what comes.
import { callLines } from '#platform/web/api/call-lines.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { readStream } from '../../api.ts'
import type { StreamRecord } from '../../contract.ts'
import type { Player } from './player.ts'

/** So often it is asked for more of a session that goes on. */
const roundMs = 3000

/** Answers how to end it. */
export function loadRecording(id: string, player: Player, onProblem: (problem: Problem | null) => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = async (): Promise<void> => {
    const from = player.recording.lastSeq + 1
    const answer = await callLines<StreamRecord>(
      readStream,
      { params: { id }, query: from === 1 ? {} : { from } },
      { signal, onLines: (records) => player.add(records) },
    )
    if (signal.aborted) return
    player.end()
    onProblem(answer.ok ? null : answer.error)
    if (player.recording.isOver) return
    timer = setTimeout(() => void load(), roundMs)
  }
  void load()
  return () => {
    end.abort()
    clearTimeout(timer)
  }
}
