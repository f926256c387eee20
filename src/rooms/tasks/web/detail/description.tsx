// The description: read as Markdown, edited as text.
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'

const ReadDescription = lazy(() =>
  import('./read-description.tsx').then(({ ReadDescription }) => ({ default: ReadDescription })),
)

type Props = {
  readonly text: string
  /** Resolves with whether it was saved; the field stays open otherwise. */
  readonly onSave: (text: string) => Promise<boolean>
}

export function Description({ text, onSave }: Props): ReactNode {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null) return <Editor draft={draft} setDraft={setDraft} onSave={onSave} />
  return (
    <div className="description">
      {text.trim() === '' ? (
        <Button isSmall look="quiet" icon={Pencil} label="Add a description" onClick={() => setDraft('')} />
      ) : (
        <>
          <Suspense fallback={<Skeleton lines={3} />}>
            <ReadDescription text={text} />
          </Suspense>
          <Button
            isSmall
            look="quiet"
            icon={Pencil}
            className="edit"
            label="Edit"
            aria-label="Edit the description"
            onClick={() => setDraft(text)}
          />
        </>
      )}
    </div>
  )
}

type EditorProps = {
  readonly draft: string
  readonly setDraft: (draft: string | null) => void
  readonly onSave: Props['onSave']
}

function Editor({ draft, setDraft, onSave }: EditorProps): ReactNode {
  const save = async () => {
    if (await onSave(draft)) setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      setDraft(null)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <div className="description editing">
      <textarea
        className="field"
        rows={8}
        value={draft}
        aria-label="Description"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person just asked to write here
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        <span className="meta">Markdown</span>
        <span className="push" />
        <Button isSmall look="quiet" label="Cancel" onClick={() => setDraft(null)} />
        <Button isSmall look="primary" label="Save" onClick={() => void save()} />
      </div>
    </div>
  )
}
