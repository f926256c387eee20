// From where what happened was told.
import type { ReactNode } from 'react'
import type { ActivitySourceName } from '../contract.ts'
import { sourceNames, sourceWords } from '../core/words.ts'

type Props = {
  readonly source: ActivitySourceName | null
  readonly onChoose: (source: ActivitySourceName | null) => void
}

export function SourceChoice({ source, onChoose }: Props): ReactNode {
  return (
    <div className="choice" role="group" aria-label="Source">
      {([null, ...sourceNames] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === source} onClick={() => onChoose(each)}>
          {each === null ? 'All' : sourceWords[each]}
        </button>
      ))}
    </div>
  )
}
