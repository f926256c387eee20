// The field of one setting: what is typed is checked by the service, and saved as it is.
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { SettingRow } from '../contract.ts'
import { addedEntry } from '../core/entries.ts'
import { textOfValue, valueFromText } from '../core/value-text.ts'
import { checkSetting, saveSetting, type NewValue } from './save-setting.ts'

/** After the last key. */
const pauseMs = 300

type Props = {
  readonly row: SettingRow
  readonly revision: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function SettingForm({ row, revision, onSaved, onClose }: Props): ReactNode {
  const id = useId()
  const [text, setText] = useState(() => textOfValue(row.value, row.input))
  const [token, setToken] = useState('')
  const [isTokenAsked, askForToken] = useState(row.is_guarded)
  const reason = useCheck(row, revision, text)
  const parsed = nextOf(row, text)
  const save = async (next: NewValue) => {
    const problem = await saveSetting({ row, revision, next, onSaved, token: token === '' ? undefined : token })
    if (problem === null) return onClose()
    if (problem.error === 'access_token_needed') askForToken(true)
    report('Not changed', problem)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (parsed.ok) void save(parsed.value)
  }
  return (
    <form className="setting-form" onSubmit={submit}>
      <label className="sr" htmlFor={id}>
        {row.key}
      </label>
      <input
        id={id}
        className="field"
        type={row.is_secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        inputMode={row.input.is === 'number' ? 'numeric' : 'text'}
        placeholder={row.fallback}
        value={text}
        aria-invalid={reason !== null}
        aria-describedby={`${id}-wrong`}
        ref={focusOnce}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      />
      {isTokenAsked ? (
        <input
          className="field"
          type="password"
          autoComplete="off"
          aria-label="Access token"
          placeholder="ACCESS_TOKEN: this decides who gets in"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
      ) : null}
      <FieldError id={`${id}-wrong`} reason={parsed.ok ? reason : `must be ${parsed.error}`} />
      <span className="row">
        <Button type="submit" look="primary" label="Save" disabled={!parsed.ok || reason !== null} />
        <Button look="quiet" label="Cancel" onClick={onClose} />
        {row.source === 'file' && addedEntry(row.key) === null ? (
          <Button look="quiet" label="Use default" onClick={() => void save(null)} />
        ) : null}
        <span className="meta">{row.takes}</span>
      </span>
    </form>
  )
}

/** An empty field stands for the default, but where nothing was typed of a secret. */
function nextOf(row: SettingRow, text: string) {
  if (text.trim() === '' && row.input.is !== 'list') {
    return row.is_secret ? ({ ok: false, error: 'typed anew' } as const) : ({ ok: true, value: null } as const)
  }
  const parsed = valueFromText(row.input, text)
  return parsed.ok ? ({ ok: true, value: { value: parsed.value } } as const) : parsed
}

/** The service's own word on what is typed; null while it fits or is not known. */
function useCheck(row: SettingRow, revision: string, text: string): string | null {
  const [wrong, setWrong] = useState<{ readonly text: string; readonly reason: string | null } | null>(null)
  useEffect(() => {
    const next = nextOf(row, text)
    if (!next.ok) return
    let isOver = false
    const timer = setTimeout(() => {
      void checkSetting(row, revision, next.value).then((reason) => (isOver ? undefined : setWrong({ text, reason })))
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [row, revision, text])
  return wrong?.text === text ? wrong.reason : null
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
