// The filters of history; each is asked of the service, and stands in the address.
import { useCallback, type ReactNode } from 'react'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { useTypedText } from '#platform/web/ui/typed-text.ts'
import type { HistoryQuery } from './history-url.ts'
import { shownStates } from './shown-states.ts'

export function HistoryFilters({ query }: { readonly query: HistoryQuery }): ReactNode {
  return (
    <div className="history-filters">
      <select
        className="field"
        aria-label="State"
        value={query.state ?? ''}
        onChange={(event) => setParameters({ state: event.target.value })}
      >
        <option value="">Any state</option>
        {shownStates.map((state) => (
          <option key={state} value={state}>
            {wordsForState(state)}
          </option>
        ))}
      </select>
      <TextField name="agent_type" label="Agent type" value={query.agent_type ?? ''} />
      <TextField name="task_id" label="Task id" value={query.task_id ?? ''} />
      <DayField name="since" label="Left since" value={query.since ?? ''} />
      <DayField name="until" label="Left before" value={query.until ?? ''} />
    </div>
  )
}

type FieldProps = { readonly name: string; readonly label: string; readonly value: string }

function TextField({ name, label, value }: FieldProps): ReactNode {
  const say = useCallback((said: string) => setParameters({ [name]: said }), [name])
  const [text, type] = useTypedText(value, say)
  return (
    <input
      className="field"
      aria-label={label}
      placeholder={label}
      value={text}
      spellCheck={false}
      onChange={(event) => type(event.target.value)}
    />
  )
}

function DayField({ name, label, value }: FieldProps): ReactNode {
  return (
    <label className="field day">
      <span className="meta">{label}</span>
      <input type="date" value={value} onChange={(event) => setParameters({ [name]: event.target.value })} />
    </label>
  )
}
