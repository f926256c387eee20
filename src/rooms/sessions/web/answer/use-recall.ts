// Earlier answers to a session, brought back one by one in place of the draft, which waits untouched.
import { useState } from 'react'
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { listAnswers } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'

/** More are read in the panel. */
const mostRecalled = 50

export type Recall = {
  /** The answer that is shown; null while the draft is. */
  readonly text: string | null
  /** Which of how many. */
  readonly words: string
  readonly older: () => void
  readonly newer: () => void
  readonly leave: () => void
}

type Shown = { readonly texts: readonly string[]; readonly index: number }

export function useRecall({ id }: SessionCard): Recall {
  const [shown, setShown] = useState<Shown | null>(null)
  const move = (step: 1 | -1) =>
    setShown((before) => {
      const index = (before?.index ?? 0) + step
      if (before === null || index < 0) return null
      return { ...before, index: Math.min(index, before.texts.length - 1) }
    })
  const begin = async () => {
    const answer = await call(listAnswers, { params: { id }, query: { limit: mostRecalled } })
    if (!answer.ok) return report('Earlier answers not shown', answer.error)
    const texts = [...new Set(answer.value.answers.map(({ text }) => text))]
    if (texts.length > 0) setShown({ texts, index: 0 })
  }
  return {
    text: shown === null ? null : (shown.texts[shown.index] ?? null),
    words: shown === null ? '' : `${shown.index + 1} of ${shown.texts.length} answers to it`,
    older: () => (shown === null ? void begin() : move(1)),
    newer: () => move(-1),
    leave: () => setShown(null),
  }
}
