// The text of a reply, which grows with its lines. Enter sends, Shift+Enter is a new line, the arrow up brings back what was said.
import { History } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useDraftText } from '#platform/web/drafts/use-draft.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { watchMedia } from '#platform/web/ui/media.ts'
import { Dictate } from '#platform/web/voice/dictate.tsx'
import { tremble } from '#platform/web/ui/haptics.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import type { SessionCard } from '../../contract.ts'
import { titleOf } from '../../core/list/title.ts'
import { keyOfReply } from './reply-keys.ts'
import { draftOfReply, forgetRefusal, openReply, sendReply, wantedFocus } from './reply-state.ts'
import { useRecall, type Recall } from './use-recall.ts'

type Props = {
  readonly session: SessionCard
  readonly place: 'card' | 'panel'
  readonly isSending: boolean
  /** Something is in the way in its terminal: the text is kept, and goes once that is answered. */
  readonly isHeld: boolean
}

/** Screen keyboards have no Shift+Enter: there Enter is a new line. */
const hasKeys = watchMedia('(hover: hover) and (pointer: fine)')

export function WritingField({ session, place, isSending, isHeld }: Props): ReactNode {
  const draft = useDraftText(draftOfReply(session.id))
  const recall = useRecall(session)
  const field = useFocusWhenWanted(session.id)
  const text = recall.text ?? draft.text
  const send = (submit: boolean) => {
    if (text.trim() === '' || isHeld) return
    tremble()
    void sendReply(session, { text, submit, isForThisWait: true })
  }
  const write = (next: string) => {
    forgetRefusal(session.id)
    recall.leave()
    draft.set(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const key = { key: event.key, isShifted: event.shiftKey, hasMod: event.ctrlKey || event.metaKey }
    const where = { isAtStart, isRecalling: recall.text !== null, place, hasKeys: hasKeys.matches() }
    const deed = event.nativeEvent.isComposing ? null : keyOfReply(key, where)
    if (deed === null) return
    event.preventDefault()
    event.stopPropagation()
    if (deed === 'send') send(true)
    else if (deed === 'older') recall.older()
    else if (deed === 'newer') recall.newer()
    else if (deed === 'back') recall.leave()
    else close(session.id)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(true)
  }
  return (
    <form className="writes" onSubmit={onSubmit}>
      <textarea
        ref={field}
        className="grow"
        rows={1}
        aria-label={`Reply to ${titleOf(session)}`}
        placeholder="Reply"
        value={text}
        readOnly={isSending}
        data-session={session.id}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Foot
        session={session}
        field={field}
        place={place}
        recall={recall}
        status={isSending ? 'Sending…' : draft.text === '' ? '' : 'Draft kept'}
        isIdle={isSending || isHeld || text.trim() === ''}
        onTypeOnly={() => send(false)}
      />
    </form>
  )
}

type FootProps = {
  readonly session: SessionCard
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly place: 'card' | 'panel'
  readonly recall: Recall
  readonly status: string
  /** There is nothing to send now. */
  readonly isIdle: boolean
  readonly onTypeOnly: () => void
}

function Foot({ session, field, place, recall, status, isIdle, onTypeOnly }: FootProps): ReactNode {
  const isRecalling = recall.text !== null
  return (
    <div className="writes-foot">
      <Dictate field={field} into={`reply to ${titleOf(session)}`} />
      <span className="meta" role="status">
        {isRecalling ? recall.words : status}
      </span>
      <span className="meta keys-hint">
        <Kbd keys={isRecalling ? 'escape' : 'arrowup'} />
        {isRecalling ? 'back to your draft' : 'earlier answers'}
      </span>
      <span className="push row">
        <Button
          className="recall"
          look="quiet"
          isSmall
          icon={History}
          aria-label="Earlier answers"
          title="Earlier answers"
          onClick={recall.older}
        />
        {place === 'panel' ? (
          <Button
            className="no-enter"
            look="quiet"
            isSmall
            label="Type without Enter"
            title="Leaves the text in its prompt, for you to look at"
            aria-disabled={isIdle}
            onClick={onTypeOnly}
          />
        ) : null}
        <Button
          type="submit"
          look="primary"
          isSmall
          label="Send"
          aria-label={`Send to ${titleOf(session)}`}
          aria-disabled={isIdle}
          {...(hasKeys.matches() ? { keys: 'enter' } : {})}
        />
      </span>
    </div>
  )
}

/** The draft stays; the focus goes back to the card. */
function close(id: string): void {
  openReply.set(null)
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-session]`)?.focus()
}

/** A panel has opened by then. */
const openingMs = 500

function useFocusWhenWanted(id: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useValue(wantedFocus)
  useEffect(() => {
    const { current } = field
    if (wanted !== id || current === null) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
    current.scrollIntoView({ block: 'nearest' })
    // Not at once: a panel that opens takes the focus later and asks whom to give it to.
    const timer = setTimeout(() => wantedFocus.set(null), openingMs)
    return () => clearTimeout(timer)
  }, [wanted, id])
  return field
}
