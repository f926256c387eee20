// A session's last line on its card and in its panel, and the time of its last sign of life.
import { memo, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { SessionCard } from '../../contract.ts'
import { isOwnLine } from '../../core/end/failure.ts'
import { useDid, useLastLine, useLastSign } from './last-lines.ts'

type Props = {
  readonly session: SessionCard
  /** What stands beside it already: nothing is told twice. */
  readonly known: string | null
}

/** Renders with every line; what is around it does not. */
export const LastLineView = memo(function LastLineView({ session, known }: Props): ReactNode {
  const line = useLastLine(session)
  if (line === null || line.text === known || session.state === 'idle') return null
  if (session.state === 'failed' && isOwnLine(line.text)) return null
  // What it asks stands on the card already.
  if (line.from === 'agent' && session.state === 'awaiting_review') return null
  return (
    <p className="last mono cut" title={`${words[line.from]}: ${line.text}`}>
      <bdi>{line.text}</bdi>
    </p>
  )
})

const words = {
  output: 'Last line of output',
  screen: 'Last line on its screen',
  agent: 'What it told last',
} as const

/** What it did, in one line, once that is known: by itself as the line above. */
export const DidLine = memo(function DidLine({ session }: { readonly session: SessionCard }): ReactNode {
  const did = useDid(session)
  if (did === null) return null
  return (
    <p className="did cut" title={`Did: ${did}`}>
      {did}
    </p>
  )
})

export const LastSign = memo(function LastSign({
  session,
  className,
}: {
  readonly session: SessionCard
  readonly className?: string
}): ReactNode {
  return <RelativeTime since={useLastSign(session)} {...(className === undefined ? {} : { className })} />
})
