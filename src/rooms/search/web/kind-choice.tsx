// Which kind of results is shown, with how many there are of each.
import type { ReactNode } from 'react'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { formatCount } from '#platform/web/time/format.ts'
import type { SearchKind } from '../contract.ts'
import type { SearchState } from './late-asker.ts'
import { countWords, totalFound } from './counts.ts'
import { kindLooks } from './kinds.ts'

type Props = { readonly kind: SearchKind | null; readonly asked: SearchState }

export function KindChoice({ kind, asked }: Props): ReactNode {
  const { answer, tookMs, isAsking } = asked
  // A question about one kind counts that one alone.
  const counts = answer?.found ?? null
  return (
    <div className="kinds">
      <span className="choice" role="group" aria-label="Kind">
        <KindButton label="All" isChosen={kind === null} onChoose={() => setParameters({ kind: '' })}>
          {counts !== null && kind === null ? countWords(totalFound(counts)) : null}
        </KindButton>
        {kindLooks.map((look) => (
          <KindButton
            key={look.kind}
            label={look.label}
            isChosen={kind === look.kind}
            onChoose={() => setParameters({ kind: look.kind })}
          >
            {counts !== null && (kind === null || kind === look.kind) ? countWords(counts[look.kind]) : null}
          </KindButton>
        ))}
      </span>
      <span className="push" />
      <span className="meta wide" role="status">
        {isAsking || counts === null ? '' : `${countWords(totalFound(counts))} in ${formatCount(tookMs)} ms`}
      </span>
    </div>
  )
}

type ButtonProps = {
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function KindButton({ label, isChosen, onChoose, children }: ButtonProps): ReactNode {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      {label}
      {children === null ? null : <span className="meta"> {children}</span>}
    </button>
  )
}
