// The description: read as Markdown, edited as text. What is written is kept with each key, and saved when the field is left.
import { Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { TaskCard } from '../../contract.ts'
import { DescriptionEditor } from './description-editor.tsx'
import { KeptDraft, TwoTexts } from './unsaved-description.tsx'
import { useDescription } from './use-description.ts'

const ReadDescription = lazyPart(() => import('./read-description.tsx').then(({ ReadDescription }) => ReadDescription))

type Props = {
  readonly task: TaskCard
  readonly text: string
  /** Reads the task again. */
  readonly onSaved: () => void
}

export function Description({ task, text, onSaved }: Props): ReactNode {
  const [isEditing, setIsEditing] = useState(false)
  const description = useDescription({ task, text, onSaved })
  const { shown, draft, standing } = description
  const edit = () => setIsEditing(true)
  const stop = () => setIsEditing(false)
  const read = <ReadDescription text={shown} onTick={description.tick} />
  if (standing === 'conflict' && draft !== null) {
    return (
      <div className="description">
        <TwoTexts theirs={read} mine={draft.text} description={description} onStop={stop} onEdit={edit} />
      </div>
    )
  }
  if (isEditing) return <DescriptionEditor description={description} onStop={stop} />
  return (
    <div className="description">
      {shown.trim() === '' ? null : read}
      {standing === 'ahead' ? <KeptDraft description={description} onEdit={edit} /> : null}
      {standing !== 'none' ? null : shown.trim() === '' ? (
        <Button isSmall look="quiet" icon={Pencil} label="Add a description" onClick={edit} />
      ) : (
        <Button
          isSmall
          look="quiet"
          icon={Pencil}
          className="edit"
          label="Edit"
          aria-label="Edit the description"
          onClick={edit}
        />
      )}
    </div>
  )
}
