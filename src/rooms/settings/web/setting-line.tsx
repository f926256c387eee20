// One setting: its key, what it does, where its value comes from, and how to change it.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { WithCode } from '#platform/web/ui/with-code.tsx'
import type { SettingRow } from '../contract.ts'
import { addedEntry } from '../core/entries.ts'
import { textOfValue } from '../core/value-text.ts'
import { RemoveEntry } from './remove-entry.tsx'
import { saveSetting } from './save-setting.ts'
import { SettingForm } from './setting-form.tsx'

type Props = {
  readonly row: SettingRow
  readonly revision: string
  readonly onSaved: () => void
}

export function SettingLine({ row, revision, onSaved }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const added = addedEntry(row.key)
  return (
    <div className="setting">
      <p className="row">
        <code>{row.key}</code>
        {row.needs_restart ? <span className="badge">needs a restart</span> : null}
        {row.source === 'environment' ? <span className="badge">{row.variable}</span> : null}
        {row.source === 'file' ? <span className="badge">config.json</span> : null}
      </p>
      <p className="meta">
        <WithCode text={row.doc} />
        {row.locked === null ? null : ` It ${row.locked}.`}
      </p>
      {isOpen ? (
        <SettingForm row={row} revision={revision} onSaved={onSaved} onClose={() => setOpen(false)} />
      ) : (
        <div className="do">
          <Control row={row} revision={revision} onSaved={onSaved} onEdit={() => setOpen(true)} />
          {added === null ? null : <RemoveEntry entry={added} revision={revision} onSaved={onSaved} />}
        </div>
      )}
    </div>
  )
}

function Control({ row, revision, onSaved, onEdit }: Props & { readonly onEdit: () => void }): ReactNode {
  const { key, input, value, locked } = row
  const choose = async (next: string | boolean) => {
    const problem = await saveSetting({ row, revision, next: { value: next }, token: undefined, onSaved })
    if (problem !== null) report('Not changed', problem)
  }
  if (locked !== null) return <Value row={row} />
  if (input.is === 'flag' && !row.is_guarded) {
    return (
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={value === true}
        aria-label={key}
        onClick={() => void choose(value !== true)}
      />
    )
  }
  if (input.is === 'choice') {
    return (
      <span className="choice" role="group" aria-label={key}>
        {input.choices.map((each) => (
          <button key={each} type="button" aria-pressed={each === value} onClick={() => void choose(each)}>
            {each}
          </button>
        ))}
      </span>
    )
  }
  return (
    <>
      <Value row={row} />
      <Button label="Change" aria-label={`Change ${key}`} onClick={onEdit} />
    </>
  )
}

function Value({ row }: { readonly row: SettingRow }): ReactNode {
  if (row.is_secret) return <span className="dim">{row.is_set ? 'set' : 'not set'}</span>
  const text = textOfValue(row.value, row.input)
  if (text === '') return <span className="dim">{row.fallback}</span>
  return (
    <code className="cut setting-value" title={text}>
      {text}
    </code>
  )
}
