// The way to what a session wrote and did, at each of its moments.
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSessionPorts } from '../ports.ts'

export function ReplayLink({ id }: { readonly id: string }): ReactNode {
  const { hrefOfReplay } = useSessionPorts()
  if (hrefOfReplay === null) return null
  return (
    <a className="btn" href={hrefOfReplay(id)} title="What it wrote and did, at each moment">
      <History className="i" aria-hidden />
      Replay
    </a>
  )
}
