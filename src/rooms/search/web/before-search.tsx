// Before anything is typed: what is searched, and how to narrow it.
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { readSearchIndex } from '../api.ts'
import { kindLooks } from './kinds.ts'
import '#platform/web/ui/facts.css'

const load = () => call(readSearchIndex)

export function BeforeSearch(): ReactNode {
  const [query] = useQuery(load)
  const index = query.kind === 'ready' ? query.value : null
  return (
    <div className="first scroll">
      <section>
        <h2>What is searched</h2>
        <p className="soft">
          {index === null
            ? 'Tasks, sessions on the board and in history, the end of what they wrote, briefs and runs of strands.'
            : `${kindLooks.map(({ kind, label }) => `${formatCount(index.documents[kind])} ${label.toLowerCase()}`).join(', ')}.`}
          {index?.is_complete === false ? ' The index is being filled.' : ''}
        </p>
      </section>
      <section>
        <h2>How it finds</h2>
        <dl className="facts">
          <dt className="mono">disk quo</dt>
          <dd>all the words, each as the beginning of one</dd>
          <dt className="mono">“disk quota”</dt>
          <dd>these whole words in this order</dd>
          <dt className="mono">cafe</dt>
          <dd>finds café: case and accents do not matter</dd>
        </dl>
      </section>
    </div>
  )
}
