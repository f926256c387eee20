// A question and its answer.
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { ask, isOpen, type TalkTurn } from './chat.ts'
import { MarkdownView } from './markdown-view.tsx'
import { closeAssistant } from './open-state.ts'

export function TurnView({ exchange }: { readonly exchange: TalkTurn }): ReactNode {
  const { question, model, text, isThinking, isCut } = exchange
  const isAnswering = isOpen(exchange)
  return (
    <article className="exchange" aria-label={question} aria-busy={isAnswering}>
      <p className="q">{question}</p>
      {text === '' ? null : <MarkdownView text={text} isOpen={isAnswering} />}
      {isCut ? <CutNote exchange={exchange} /> : null}
      {isAnswering && text === '' ? <p className="meta">{isThinking ? 'Thinking…' : 'Asked…'}</p> : null}
      {isAnswering ? null : (
        <div className="row answered">
          <span className="meta">{ended(exchange)}</span>
          <Why exchange={exchange} />
          <span className="push" />
          {text === '' ? null : <CopyButton text={text} name="the answer" label="Copy" />}
          <Button look="quiet" isSmall icon={RotateCcw} label="Ask again" onClick={() => void ask(question, model)} />
        </div>
      )}
    </article>
  )
}

function ended({ state, model, text }: TalkTurn): string {
  if (state === 'stopped') return `${model}, stopped`
  return state === 'silent' && text === '' ? 'no answer' : model
}

/** Told to whoever asks. */
function Why({ exchange: { state, why } }: { readonly exchange: TalkTurn }): ReactNode {
  if (state !== 'silent' || why === null) return null
  return (
    <details className="meta">
      <summary>why?</summary>
      {why}
    </details>
  )
}

function CutNote({ exchange: { sessionId } }: { readonly exchange: TalkTurn }): ReactNode {
  return (
    <p className="meta">
      It is longer than is shown here.{' '}
      {sessionId === null ? null : (
        <Link href={`/sessions?${new URLSearchParams({ session: sessionId }).toString()}`} onClick={closeAssistant}>
          See all of it
        </Link>
      )}
    </p>
  )
}
