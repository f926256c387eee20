// The end of a session's output in its panel, followed while it is open: the newest at the bottom.
import { ArrowDown, History } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { secondMs } from '#base/time.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { AsOf } from '#platform/web/live/as-of-view.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import type { SessionCard } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import { isRecorded } from '../../core/output/last-line.ts'
import { FollowedOutput, type SessionOutput } from './follow-output.ts'

/** Only what we launched, here or on a device, is recorded; reading it takes a login. */
export function OutputView({ session }: { readonly session: SessionCard }): ReactNode {
  const isSignedIn = useSignedIn()
  if (!isRecorded(session)) return null
  if (isSignedIn) return <Output key={`${session.id} ${session.started_at}`} session={session} />
  return (
    <section>
      <h3>Output</h3>
      <Button isSmall label="Sign in to read it" onClick={() => askForLogin('Output not shown')} />
    </section>
  )
}

/** An eye that watches is content with it, and a request costs next to nothing. */
const refreshMs = secondMs

function Output({ session }: { readonly session: SessionCard }): ReactNode {
  const { id } = session
  const isAlive = goesOn(session)
  const followed = useMemo(() => new FollowedOutput(id), [id])
  const output = useValue(followed.output)
  useEffect(() => {
    void followed.refresh(isAlive)
    // What a program writes as it ends may reach its log a moment after the news of the end.
    const last = isAlive ? undefined : setTimeout(() => void followed.refresh(false), refreshMs)
    if (!isAlive) return () => clearTimeout(last)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void followed.refresh(isAlive)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [followed, isAlive])
  if (output.kind !== 'ready' || output.text === '') return null
  return <Lines output={output} isAlive={isAlive} onEarlier={() => followed.earlier(isAlive)} />
}

/** A local model has no terminal, and a device no other word for its end than the end itself. */
function goesOn(session: SessionCard): boolean {
  return livesHere(session) ? session.tmux_alive === true : session.ended_at === null || session.tmux_alive === true
}

/** As the hub writes it where a device had to let output go. */
const gap = /^(\[\d+ bytes of output did not fit on the device\])$/m

/** A gap is no word of the agent's. */
function marked(text: string): ReactNode {
  const parts = text.split(gap)
  if (parts.length === 1) return text
  // oxlint-disable-next-line react/no-array-index-key -- text has no other key, and is drawn anew as a whole
  return parts.map((part, index) => (index % 2 === 0 ? part : <mark key={index}>{part}</mark>))
}

type LinesProps = {
  readonly output: SessionOutput & { readonly kind: 'ready' }
  readonly isAlive: boolean
  readonly onEarlier: () => Promise<void>
}

/** Within this many pixels of the end a reader is at the end. */
const nearPx = 24

function Lines({ output: { text, from, hasEarlier }, isAlive, onEarlier }: LinesProps): ReactNode {
  const host = useRef<HTMLPreElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  /** How far above the end of the text the reader is, while earlier lines are on their way. */
  const held = useRef<number | null>(null)
  const shown = useRef('')
  useLayoutEffect(() => {
    const box = host.current
    const isNew = shown.current !== text
    shown.current = text
    if (box === null) return
    if (isNew && held.current !== null) {
      box.scrollTop = box.scrollHeight - held.current
      held.current = null
    } else if (isAtEnd) {
      box.scrollTop = box.scrollHeight
    }
  }, [text, isAtEnd])
  const toEarlier = async (): Promise<void> => {
    setIsAtEnd(false)
    const box = host.current
    held.current = box === null ? null : box.scrollHeight - box.scrollTop
    await onEarlier()
  }
  const onScroll = (): void => {
    const box = host.current
    if (box !== null) setIsAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight <= nearPx)
  }
  return (
    <section>
      <h3>
        Output <span className="meta">{from === 'screen' ? 'its screen' : 'the last lines'}</span> <AsOf />
        <span className="push" />
        {hasEarlier ? (
          <Button look="quiet" isSmall icon={History} label="Earlier" onClick={() => void toEarlier()} />
        ) : null}
        {isAtEnd ? null : (
          <Button look="quiet" isSmall icon={ArrowDown} label="Newest" onClick={() => setIsAtEnd(true)} />
        )}
        <CopyButton text={text} name="output" />
      </h3>
      <pre
        ref={host}
        className="output"
        role="region"
        tabIndex={0}
        aria-label="Output"
        data-follows={isAlive && isAtEnd ? '' : undefined}
        onScroll={onScroll}
      >
        {marked(text)}
      </pre>
    </section>
  )
}
