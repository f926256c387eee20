// The steps as a table: the graph for whoever would rather read.
import { formatDuration } from '#base/duration.ts'
import type { ReactNode } from 'react'
import type { StrandStep } from '../../contract.ts'
import './step-table.css'

type Props = { readonly steps: readonly StrandStep[]; readonly current: string }

export function StepTable({ steps, current }: Props): ReactNode {
  return (
    <section aria-label="Steps">
      <h3>
        Steps <span className="meta">{steps.length}</span>
      </h3>
      <div className="table-place" tabIndex={0} role="group" aria-label="Steps as a table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">After</th>
              <th scope="col">Where</th>
              <th scope="col" className="num">
                Tries
              </th>
              <th scope="col" className="num">
                Limit
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.id} className={step.id === current ? 'is-current' : undefined}>
                <th scope="row">{step.id}</th>
                <td className="soft">{step.after.length === 0 ? 'the start' : step.after.join(', ')}</td>
                <td className="soft">{whereOf(step)}</td>
                <td className="num">{step.retries + 1}</td>
                <td className="num">{step.timeout_ms === 0 ? '–' : formatDuration(step.timeout_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function whereOf({ host, requires }: StrandStep): string {
  const parts = [...(host === null ? [] : [host]), ...(requires.length === 0 ? [] : [`needs ${requires.join(', ')}`])]
  return parts.length === 0 ? 'anywhere' : parts.join(', ')
}
