// A field whose content nobody reads over a shoulder, and which no browser keeps.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { LabelledField } from '#platform/web/ui/labelled-field.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly problem: string | null
  readonly onChange: (value: string) => void
}

export function SecretField({ label, value, problem, onChange }: Props): ReactNode {
  const [isShown, setShown] = useState(false)
  const toggle = isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`
  return (
    <LabelledField label={label} problem={problem}>
      {(parts) => (
        <span className="field mono">
          <input
            {...parts}
            type={isShown ? 'text' : 'password'}
            value={value}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
          {value === '' ? null : <span className="meta">{value.length} characters</span>}
          <Button
            look="quiet"
            isSmall
            label={isShown ? 'Hide' : 'Show'}
            aria-label={toggle}
            title={toggle}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </LabelledField>
  )
}
