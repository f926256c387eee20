// What is said of a description that was written and is not saved: a kept draft, or two texts of which one was not seen.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { DescriptionHands } from './use-description.ts'

type KeptProps = { readonly description: DescriptionHands; readonly onEdit: () => void }

export function KeptDraft({ description: { draft, save, throwAway }, onEdit }: KeptProps): ReactNode {
  if (draft === null) return null
  return (
    <div className="kept-draft" role="status">
      <p className="row">
        <Dot state="awaiting_review" isMute />
        <span>
          Not saved. Your draft is kept in this browser,{' '}
          <RelativeTime since={new Date(draft.atMs).toISOString()} className="meta" />
        </span>
      </p>
      <div className="row">
        <Button isSmall label="Go on writing" onClick={onEdit} />
        <Button isSmall label="Save it" onClick={() => void save()} />
        <Button isSmall look="quiet" label="Throw away" onClick={throwAway} />
      </div>
    </div>
  )
}

type TwoProps = {
  readonly theirs: ReactNode
  readonly mine: string
  readonly description: DescriptionHands
  readonly onStop: () => void
  readonly onEdit: () => void
}

export function TwoTexts({ theirs, mine, description, onStop, onEdit }: TwoProps): ReactNode {
  const keepBoth = () => {
    description.joinTexts()
    onEdit()
  }
  const keepMine = () => {
    onStop()
    void description.save()
  }
  const keepTheirs = () => {
    onStop()
    description.throwAway()
  }
  return (
    <div className="two-texts">
      <p className="row" role="alert">
        <Dot state="blocked" isMute />
        <strong>Changed by somebody else while you wrote. Nothing is lost.</strong>
      </p>
      <h3>As it stands</h3>
      {theirs}
      <h3>Yours, not saved</h3>
      <textarea
        className="field"
        rows={6}
        value={mine}
        aria-label="Your description"
        onChange={(event) => description.write(event.target.value)}
      />
      <div className="row">
        <Button isSmall look="primary" label="Keep both" onClick={keepBoth} />
        <Button isSmall label="Keep mine" onClick={keepMine} />
        <Button isSmall look="quiet" label="Keep theirs" onClick={keepTheirs} />
      </div>
    </div>
  )
}
