// How one file differs from how it was when its session began, asked for when it is opened.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readDiff } from '../../api.ts'

type Props = { readonly sessionId: string; readonly path: string }

export function FileDiff({ sessionId, path }: Props): ReactNode {
  const load = useCallback(() => call(readDiff, { params: { id: sessionId }, query: { path } }), [sessionId, path])
  const [query] = useQuery(load)
  if (query.kind === 'loading') return <Skeleton lines={3} />
  if (query.kind === 'refused') return <p className="meta">{query.problem.reason}</p>
  const { text, why, is_cut: isCut } = query.value.diff
  if (text === null) return <p className="meta">{why ?? 'There is nothing to show.'}</p>
  return (
    <code className="diff" tabIndex={0} aria-label={`Difference of ${path}`}>
      {text
        .trimEnd()
        .split('\n')
        .map((line, index) => (
          <span key={index} data-is={kindOf(line)}>
            {line}
          </span>
        ))}
      {isCut ? <span>… there is more of it</span> : null}
    </code>
  )
}

function kindOf(line: string): 'added' | 'removed' | 'same' {
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}
