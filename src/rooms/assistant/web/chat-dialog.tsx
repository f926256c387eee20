// The chat: a question, and the answer of a local model as it comes. In the middle on a desk, a sheet on a phone.
import { ArrowUp, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useDraftText } from '#platform/web/drafts/use-draft.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dictated } from '#platform/web/voice/dictate.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { readAssistant } from '../api.ts'
import type { Assistant } from '../contract.ts'
import { modelToOffer, namesOf } from '../core/awake.ts'
import { ask, exchanges, isOpen, stop } from './chat.ts'
import { TurnView } from './turn-view.tsx'
import { chosenModel, ModelPicker } from './model-picker.tsx'
import { closeAssistant } from './open-state.ts'
import './chat.css'

const askAssistant = () => call(readAssistant)

export function ChatDialog(): ReactNode {
  const [query] = useQuery(askAssistant)
  const assistant = query.kind === 'ready' ? query.value : null
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog title="Assistant" className="assistant" onClose={closeAssistant} initialFocus={field}>
      <div className="assistant-head">
        <ModelPicker assistant={assistant} />
        <Standing assistant={assistant} />
      </div>
      <Talk />
      <AskForm assistant={assistant} field={field} />
    </Dialog>
  )
}

/** Said to whoever asks: nobody is told unasked that it is silent. */
function Standing({ assistant }: { readonly assistant: Assistant | null }): ReactNode {
  if (assistant === null) return null
  if (assistant.is_awake) return <span className="meta cut">local, on {namesOf(assistant.on)}</span>
  return (
    <details className="meta">
      <summary>silent now, why?</summary>
      {assistant.why} {assistant.hint}
    </details>
  )
}

function Talk(): ReactNode {
  const all = useValue(exchanges)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    // Whoever reads further up is left there, but for a question that was just asked, and as the chat is opened.
    const isNew = all.length > shown.current
    shown.current = all.length
    if (isNew || element.scrollHeight - element.scrollTop - element.clientHeight <= endPx)
      element.scrollTop = element.scrollHeight
  }, [all])
  return (
    <div className="talk scroll" ref={place} role="log" aria-label="Questions and answers" tabIndex={0}>
      {all.length === 0 ? (
        <p className="meta">
          It knows who needs you, the NOW lane, what failed, what runs next and your machines, as they are when you ask.
          Nothing of it leaves them.
        </p>
      ) : null}
      {all.map((exchange) => (
        <TurnView key={exchange.key} exchange={exchange} />
      ))}
    </div>
  )
}

/** So far from the end somebody still reads the end. */
const endPx = 120

type AskFormProps = {
  readonly assistant: Assistant | null
  readonly field: RefObject<HTMLTextAreaElement | null>
}

function AskForm({ assistant, field }: AskFormProps): ReactNode {
  const { text, set, drop } = useDraftText('assistant')
  const running = useValue(exchanges).findLast(isOpen)
  const chosen = useValue(chosenModel)
  const send = useCallback(() => {
    const model = chosen ?? modelToOffer(assistant?.models ?? [], assistant?.present ?? [])
    if (text.trim() === '' || model === '' || running !== undefined) return
    drop()
    void ask(text.trim(), model)
  }, [text, chosen, assistant, running, drop])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <>
      <div className="say-box">
        <Dictated field={field} into="question">
          <textarea
            ref={field}
            className="field"
            rows={2}
            aria-label="Question"
            placeholder="Ask about sessions, tasks, devices"
            value={text}
            onChange={({ target }) => set(target.value)}
            onKeyDown={onKeyDown}
          />
        </Dictated>
      </div>
      <footer>
        <span className="meta wide">One answer per question, no memory. It can suggest, not act.</span>
        <span className="push" />
        {running === undefined ? null : (
          <Button
            icon={Square}
            isFilled
            label={running.state === 'stopping' ? 'Stopping…' : 'Stop'}
            disabled={running.state === 'stopping'}
            onClick={({ detail }) => {
              // By a key: the button goes, and with it the place of whoever pressed it.
              if (detail === 0) field.current?.focus()
              void stop(running.key)
            }}
          />
        )}
        <Button
          look="primary"
          icon={ArrowUp}
          label="Send"
          keys="mod+enter"
          disabled={text.trim() === '' || running !== undefined || assistant === null}
          onClick={send}
        />
      </footer>
    </>
  )
}
