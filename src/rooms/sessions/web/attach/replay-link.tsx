// The way to what a session wrote and did, at each of its moments.
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParameter } from '#platform/web/shell/parameters.ts'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import { useSessionPorts } from '../ports.ts'

export function ReplayLink({ id }: { readonly id: string }): ReactNode {
  const { hrefOfReplay } = useSessionPorts()
  // Where a search led here, its words are looked for there, too.
  const words = useParameter(wordsParameter)
  if (hrefOfReplay === null) return null
  const found = words === '' ? '' : `?${new URLSearchParams({ [wordsParameter]: words }).toString()}`
  return (
    <a className="btn" href={`${hrefOfReplay(id)}${found}`} title="What it wrote and did, at each moment">
      <History className="i" aria-hidden />
      Replay
    </a>
  )
}
