// Reads a session's stream into a player: what there is, and of one that is at work what comes.
import { callParts } from '#platform/web/api/call-parts.ts'
import type { AnswerPart } from '#platform/web/api/parts-reader.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { readStream } from '../../api.ts'
import type { ReplayRecord, StreamPart } from '../../contract.ts'
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
    const answer = await callParts<StreamPart>(
      readStream,
      { params: { id }, query: { format: 'parts', ...(from === 1 ? {} : { from }) } },
      { signal, lengthAfter, onParts: (parts) => player.add(parts.map(recordOf)) },
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

const lengthAfter = (line: StreamPart): number => ('length' in line ? line.length : 0)

function recordOf({ line, bytes }: AnswerPart<StreamPart>): ReplayRecord {
  return 'length' in line ? { ...line, data: bytes } : line
}
