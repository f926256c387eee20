// The four parts: what the model said, what a person made of it, what counts.
import type { ReactNode } from 'react'
import type { ScoreDimension } from '../../contract.ts'
import type { Explanation } from '../../contract/views.ts'
import { dimensionOrder } from '../../core/lanes.ts'
import { nameOfPart, waitingFor } from '../words.ts'

export function PartsTable({ explanation: { history, overrides } }: { readonly explanation: Explanation }): ReactNode {
  const record = history[0]
  if (record === undefined || record.parts === null) return null
  const { parts, model_parts: model } = record
  const waiting = overrides.filter(({ applied_to_run_id: run }) => run === null)
  const nextOf = (dimension: ScoreDimension) => waitingFor(waiting, dimension)?.new_value ?? null
  const hasNext = dimensionOrder.some((dimension) => nextOf(dimension) !== null)
  return (
    <table className="table parts-table">
      <thead>
        <tr>
          <th>Part</th>
          <th className="num">Model</th>
          <th className="num">In force</th>
          {hasNext ? <th className="num">Next run</th> : null}
        </tr>
      </thead>
      <tbody>
        {dimensionOrder.map((dimension) => (
          <tr key={dimension}>
            <td>{nameOfPart(dimension)}</td>
            <td className="num">{model?.[dimension] ?? '–'}</td>
            <td className="num">
              {model !== null && model[dimension] !== parts[dimension] ? (
                <b>{parts[dimension]}, yours</b>
              ) : (
                parts[dimension]
              )}
            </td>
            {hasNext ? <td className="num">{nextOf(dimension) ?? ''}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
