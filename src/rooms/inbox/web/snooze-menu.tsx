// Until when something is put off: a small menu at its button, a sheet on a phone.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { toIso } from '#base/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { snoozeUntil, type TheirClock } from '../core/snooze-until.ts'
import { formatMoment } from '#platform/web/time/moment.ts'

const choices = [
  { said: '20m', label: 'in 20 min' },
  { said: '1h', label: 'in 1 h' },
  { said: 'evening', label: 'this evening' },
  { said: 'tomorrow', label: 'tomorrow' },
  { said: 'change', label: 'only when it changes' },
] as const

type Props = { readonly onChoose: (until: string | null) => void; readonly onClose: () => void }

export function SnoozeMenu({ onChoose, onClose }: Props): ReactNode {
  const menu = useRef<HTMLSpanElement>(null)
  const [isPicking, setPicking] = useState(false)
  const [now] = useState(() => new Date())
  const offered = choices.flatMap(({ said, label }) => {
    const ms = snoozeUntil(said, now.getTime(), clockAt(now))
    if (ms === undefined || (said === 'evening' && now.getHours() >= 18)) return []
    return [{ label, until: ms === null ? null : toIso(ms) }]
  })
  const step = (by: number) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items[(at + by + items.length) % items.length]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[Number(event.key) - 1]
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (chosen !== undefined) onChoose(chosen.until)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (isPicking) return <PickTime now={now} onChoose={onChoose} onClose={onClose} />
  return (
    <span ref={menu} className="pop menu snooze-menu" role="menu" aria-label="Snooze until" onKeyDown={onKeyDown}>
      <span className="menu-title meta" role="presentation">
        Back at, or as soon as it changes
      </span>
      {offered.map(({ label, until }, index) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          // A menu that was asked for takes the focus.
          ref={index === 0 ? focusOnce : undefined}
          onClick={() => onChoose(until)}
        >
          {label}
          <span className="push meta">{until === null ? '' : formatMoment(until)}</span>
          <Kbd keys={String(index + 1)} />
        </button>
      ))}
      <hr />
      <button type="button" role="menuitem" onClick={() => setPicking(true)}>
        Pick a time…
      </button>
    </span>
  )
}

/** The clock of the browser, at one moment. */
function clockAt(now: Date): TheirClock {
  return {
    at: (days, hour) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, Math.round(hour * 60)).getTime(),
    // Swedish writes dates as ISO does.
    today: now.toLocaleDateString('sv-SE'),
  }
}

function PickTime({ now, onChoose, onClose }: Props & { readonly now: Date }): ReactNode {
  const id = useId()
  const [said, setSaid] = useState(`${clockAt(now).today}T18:00`)
  const [isWrong, setWrong] = useState(false)
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    const ms = snoozeUntil(said, Date.now(), clockAt(new Date()))
    if (ms === undefined || ms === null) setWrong(true)
    else onChoose(toIso(ms))
  }
  return (
    <form
      className="pop snooze-menu pick-time"
      aria-label="Snooze until"
      onSubmit={choose}
      onKeyDown={(event) => {
        // The keys of the inbox are letters here.
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      <label className="meta" htmlFor={id}>
        Back at, or as soon as it changes
      </label>
      <span className="field">
        <input
          id={id}
          type="datetime-local"
          ref={focusOnce}
          value={said}
          aria-invalid={isWrong}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            setWrong(false)
            setSaid(event.target.value)
          }}
        />
      </span>
      <FieldError id={`${id}-error`} reason={isWrong ? 'Choose a time that lies ahead, within a year.' : null} />
      <span className="row">
        <Button isSmall look="primary" type="submit" label="Snooze" />
        <Button isSmall look="quiet" label="Cancel" keys="Esc" onClick={onClose} />
      </span>
    </form>
  )
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
