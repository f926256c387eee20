// Writes a description. Leaving the field saves; Escape leaves it as a draft.
import { useCallback, useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { DescriptionHands } from './use-description.ts'

type Props = { readonly description: DescriptionHands; readonly onStop: () => void }

export function DescriptionEditor({ description, onStop }: Props): ReactNode {
  const { draft, shown, write, throwAway } = description
  const place = useRef<HTMLDivElement>(null)
  const keepUnsaved = useSaveOnLeaving(description)
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The window lost its focus, or a button beside the field has it now: nobody has left.
    if (!document.hasFocus() || place.current?.contains(relatedTarget) === true) return
    onStop()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onStop()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    keepUnsaved()
    onStop()
  }
  return (
    <div className="description editing" ref={place} onBlur={onBlur}>
      <textarea
        className="field"
        rows={8}
        value={draft?.text ?? shown}
        aria-label="Description"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person just asked to write here
        autoFocus
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        <span className="meta">Markdown. Saved when you leave; Esc keeps a draft.</span>
        <span className="push" />
        {draft === null ? null : (
          <Button
            isSmall
            look="quiet"
            label="Throw away"
            onClick={() => {
              throwAway()
              onStop()
            }}
          />
        )}
        <Button isSmall look="primary" label="Save" onClick={onStop} />
      </div>
    </div>
  )
}

/** However the editor goes, by a button, a click elsewhere or with its panel, the draft is saved, unless what it answers was called. */
function useSaveOnLeaving(description: DescriptionHands) {
  const isWanted = useRef(true)
  const latest = useRef(description)
  useEffect(() => {
    latest.current = description
  })
  useEffect(
    () => () => {
      if (isWanted.current && latest.current.standing === 'ahead') void latest.current.save()
    },
    [],
  )
  return useCallback(() => {
    isWanted.current = false
  }, [])
}
