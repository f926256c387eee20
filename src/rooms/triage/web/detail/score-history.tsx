// How a task fared from run to run.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { ScoreRecord } from '../../contract/views.ts'
import { openRun } from '../triage-url.ts'
import { formatScore, nameOfLane } from '../words.ts'

export function ScoreHistory({ history }: { readonly history: readonly ScoreRecord[] }): ReactNode {
  if (history.length < 2) return null
  return (
    <section>
      <h3>Run by run</h3>
      <table className="table">
        <thead>
          <tr>
            <th>Run</th>
            <th className="num">Score</th>
            <th>Place</th>
            <th className="num">When</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ run_id: run, at, score, lane, rank, carried }) => (
            <tr key={run}>
              <td>
                <button type="button" className="word mono" onClick={() => openRun(run)}>
                  {run}
                </button>
              </td>
              <td className="num" title={carried ? 'The model was not asked again' : undefined}>
                {formatScore(score)}
                {carried ? ' (kept)' : ''}
              </td>
              <td>
                {nameOfLane(lane)} {rank}
              </td>
              <td className="num">
                <RelativeTime since={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
