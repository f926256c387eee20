// Over the conversation: words to find in it, what of it is shown, and all of it as Markdown.
import { ChevronDown, ChevronUp, Copy, FoldVertical, History, UnfoldVertical } from 'lucide-react'
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import type { TranscriptAnswer } from '../contract.ts'
import type { Turn } from '../core/fold.ts'
import { toMarkdown } from '../core/markdown.ts'
import type { ShownPart } from '../core/rows.ts'
import { wholeWords } from '../core/words.ts'
import { replayAddress } from './replay-address.ts'
import type { Find } from './use-find.ts'

type Props = {
  readonly find: Find
  readonly shown: ShownPart
  readonly onShow: (shown: ShownPart) => void
  readonly isUnfolded: boolean
  readonly onUnfold: () => void
  readonly turns: readonly Turn[]
  readonly part: TranscriptAnswer
}

export function FindBar({ find, shown, onShow, isUnfolded, onUnfold, turns, part }: Props): ReactNode {
  return (
    <div className="find-bar">
      <FindField find={find} />
      {find.hits.length === 0 ? null : (
        <span className="btns">
          <Button look="quiet" isSmall icon={ChevronUp} aria-label="The hit before" onClick={() => find.move(-1)} />
          <Button look="quiet" isSmall icon={ChevronDown} aria-label="The next hit" onClick={() => find.move(1)} />
          <ReplayHit session={part.session.id} time={find.time} />
        </span>
      )}
      <ShownChoice shown={shown} onShow={onShow} turns={turns} />
      <Button
        look="quiet"
        className="wide"
        icon={isUnfolded ? FoldVertical : UnfoldVertical}
        label={isUnfolded ? 'Fold tools' : 'Unfold tools'}
        onClick={onUnfold}
      />
      <span className="push wide" />
      <span className="meta wide">{wholeWords(turns)}</span>
      <CopyAll turns={turns} part={part} />
    </div>
  )
}

/** The terminal as it was when that was said. */
function ReplayHit({ session, time }: { readonly session: string; readonly time: string | null }): ReactNode {
  const replay = useValue(replayAddress)
  if (replay === null || time === null) return null
  return (
    <Link className="btn quiet small wide" href={replay(session, time)} title="Replay the moment of this hit">
      <History className="i" aria-hidden />
      <span className="sr">Replay the moment of this hit</span>
    </Link>
  )
}

function FindField({ find }: { readonly find: Find }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'transcript.find',
        title: 'Search in this conversation',
        group: 'Page',
        keys: '/',
        run: () => field.current?.select(),
      },
    ],
    [],
  )
  useCommands(commands)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && find.words !== '') find.look('')
    else if (event.key === 'Enter') find.move(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  return (
    <SearchField
      label="Search in this conversation"
      value={find.words}
      onType={find.look}
      limit={200}
      field={field}
      onKeyDown={onKeyDown}
    >
      <span className="meta" role="status">
        {foundWords(find)}
      </span>
      {find.words === '' ? (
        <span className="wide">
          <Kbd keys="/" />
        </span>
      ) : null}
    </SearchField>
  )
}

function foundWords({ words, hits, place }: Find): string {
  if (words.trim() === '') return ''
  return hits.length === 0 ? 'none' : `${place + 1} of ${hits.length}`
}

const choices: readonly (readonly [shown: ShownPart, label: string])[] = [
  ['all', 'All'],
  ['you', 'You'],
  ['agent', 'Agent'],
  ['tools', 'Tools'],
]

function ShownChoice({ shown, onShow, turns }: Pick<Props, 'shown' | 'onShow' | 'turns'>): ReactNode {
  const tools = turns.reduce((sum, turn) => sum + turn.tools, 0)
  return (
    <span className="choice wide" role="group" aria-label="Show">
      {choices.map(([each, label]) => (
        <button key={each} type="button" aria-pressed={shown === each} onClick={() => onShow(each)}>
          {each === 'tools' && tools > 0 ? `${label} ${tools}` : label}
        </button>
      ))}
    </span>
  )
}

function CopyAll({ turns, part: { session, agent } }: Pick<Props, 'turns' | 'part'>): ReactNode {
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(toMarkdown({ title: session.title, agent, turns }))
    if (isCopied) toast({ tone: 'completed', title: 'Copied as Markdown.' })
  }
  return (
    <>
      <Button className="wide" icon={Copy} label="Copy as Markdown" onClick={() => void copy()} />
      <Button className="narrow" icon={Copy} aria-label="Copy as Markdown" onClick={() => void copy()} />
    </>
  )
}
