// The prompt on a card: two lines, all of it when it is opened.
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { readSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { titleOf } from '../../core/list/title.ts'

/** Opened prompts by session, so that scrolling a card away and back does not close it. */
const opened = new Set<string>()

export function Prompt({ session }: { readonly session: SessionCard }): ReactNode {
  const [isOpen, setIsOpen] = useState(() => opened.has(session.id))
  if (session.prompt.trim() === '' || session.prompt.trim() === titleOf(session)) return null
  const onToggle = (isOpenNow: boolean) => {
    if (isOpenNow) opened.add(session.id)
    else opened.delete(session.id)
    setIsOpen(isOpenNow)
  }
  return (
    <details className="prompt" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <span className="two-lines">{isOpen ? <WholePrompt session={session} /> : session.prompt}</span>
      </summary>
    </details>
  )
}

/** Cards carry the beginning of a long prompt; the rest is asked for when somebody reads it. */
export function WholePrompt({ session }: { readonly session: SessionCard }): ReactNode {
  const [whole, setWhole] = useState<string | null>(null)
  const { id, prompt_cut: isCut } = session
  useEffect(() => {
    let isCurrent = isCut
    const load = async () => {
      const answer = await call(readSession, { params: { id } })
      if (isCurrent && answer.ok) setWhole(answer.value.session.prompt)
    }
    if (isCut) void load()
    return () => {
      isCurrent = false
    }
  }, [id, isCut])
  return whole ?? (isCut ? `${session.prompt}…` : session.prompt)
}
