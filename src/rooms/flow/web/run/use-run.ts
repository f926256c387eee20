// A run with its steps: read once, kept by the news, and read again after each gap in them.
import { useCallback, useEffect, useState } from 'react'
import { call } from '#platform/web/api/call.ts'
import { readRun } from '../../api.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { RunDetail } from '../../contract.ts'
import { followRun, listenToFlow } from '../flow-feed.ts'
import { isOver } from '../strand-words.ts'
import { asksForAnswer, withNews, type RunNews } from './run-news.ts'

export type RunView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly answer: RunDetail }
  | { readonly kind: 'refused'; readonly problem: Problem }

export function useRun(runId: string): readonly [RunView, () => void] {
  const [query, setQuery] = useState<RunView>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => {
    // What is told while the answer is on its way may be newer than the answer.
    const news: RunNews = { run: null, steps: new Map() }
    let isCurrent = round >= 0
    const ask = async () => {
      const result = await call(readRun, { params: { id: runId } })
      if (!isCurrent) return
      if (result.ok) setQuery({ kind: 'ready', answer: withNews(result.value, news) })
      else setQuery((before) => (before.kind === 'ready' ? before : { kind: 'refused', problem: result.error }))
    }
    void ask()
    const later = askLater(reload)
    const stop = listenToFlow({
      onFresh: reload,
      onRun: (run) => {
        if (run.run_id !== runId) return
        news.run = run
        setQuery((before) => patched(before, news))
        if (isOver(run)) later.ask()
      },
      onStep: (step) => {
        if (step.run_id !== runId) return
        news.steps.set(step.step_id, step)
        setQuery((before) => patched(before, news))
        if (asksForAnswer(step)) later.ask()
      },
    })
    return () => {
      isCurrent = false
      stop()
      later.stop()
    }
  }, [runId, round, reload])
  useEffect(() => {
    followRun(runId)
    return () => followRun(null)
  }, [runId])
  return [query, reload]
}

/** Soon enough for who waits for a result, once for many that end together. */
const calmMs = 800

/** The news leave out what is large: the answer has it. */
function askLater(ask: () => void): { readonly ask: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    ask: () => {
      timer ??= setTimeout(ask, calmMs)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function patched(query: RunView, news: RunNews): RunView {
  return query.kind === 'ready' ? { kind: 'ready', answer: withNews(query.answer, news) } : query
}
