// Takes the completed sessions that a column shows off the board, in one go and with one Undo.
import { Eraser } from 'lucide-react'
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { readKey } from '../../core/keys.ts'
import { usePorts } from '../ports.ts'

export function ClearCompleted(): ReactNode {
  const { index, sessions, clearCompleted } = usePorts()
  const count = useValue(index.tallies.review).completed ?? 0
  if (count === 0) return null
  const clear = () => {
    const keys = index.columns.review.get().map(readKey)
    clearCompleted(keys.flatMap(({ kind, id }) => (kind === 'session' ? (sessions.get(id) ?? []) : [])))
  }
  const title = `Clear ${formatCount(count)} completed`
  return <Button isSmall look="quiet" icon={Eraser} label="Clear" title={title} aria-label={title} onClick={clear} />
}
