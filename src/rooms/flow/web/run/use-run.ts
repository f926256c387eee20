// A run with its steps: read once, kept by the news, and read again after each gap in them.
import { useCallback, useEffect, useState } from 'react'
import { call } from '#platform/web/api/client.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { Run, RunAnswer, RunStep } from '../../contract.ts'
import { followRun, listenToFlow } from '../flow-feed.ts'

export type RunQuery =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly answer: RunAnswer }
  | { readonly kind: 'refused'; readonly problem: Problem }

type News = { run: Run | null; readonly steps: Map<string, RunStep> }

export function useRun(runId: string): readonly [RunQuery, () => void] {
  const [query, setQuery] = useState<RunQuery>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => {
    // What is told while the answer is on its way may be newer than the answer.
    const news: News = { run: null, steps: new Map() }
    let isCurrent = round >= 0
    const ask = async () => {
      const result = await call<RunAnswer>(`/api/flow/runs/${encodeURIComponent(runId)}`)
      if (!isCurrent) return
      if (result.ok) setQuery({ kind: 'ready', answer: withNews(result.value, news) })
      else setQuery((before) => (before.kind === 'ready' ? before : { kind: 'refused', problem: result.error }))
    }
    void ask()
    const stop = listenToFlow({
      onFresh: reload,
      onRun: (run) => {
        if (run.run_id !== runId) return
        news.run = run
        setQuery((before) => patched(before, news))
      },
      onStep: (step) => {
        if (step.run_id !== runId) return
        news.steps.set(step.step_id, step)
        setQuery((before) => patched(before, news))
      },
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [runId, round, reload])
  useEffect(() => {
    followRun(runId)
    return () => followRun(null)
  }, [runId])
  return [query, reload]
}

function patched(query: RunQuery, news: News): RunQuery {
  return query.kind === 'ready' ? { kind: 'ready', answer: withNews(query.answer, news) } : query
}

function withNews(answer: RunAnswer, { run, steps }: News): RunAnswer {
  const known = new Set(answer.steps.map(({ step_id: id }) => id))
  const added = [...steps.values()].filter(({ step_id: id }) => !known.has(id))
  return {
    ...answer,
    run: run ?? answer.run,
    steps: [...answer.steps.map((step) => steps.get(step.step_id) ?? step), ...added],
  }
}
