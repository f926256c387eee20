// What goes on after a stop was asked for: its processes as a tree, with what they use.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { readResources } from '#rooms/terminal/api.ts'
import type { SessionCard } from '../../contract.ts'
import { processLines } from '../../core/end/process-lines.ts'
import { useRounds } from './use-rounds.ts'
import './left-tree.css'

/** Nothing until something went on after its ten seconds. */
export function LeftTree({ session }: { readonly session: SessionCard }): ReactNode {
  const isSignedIn = useSignedIn()
  const goesOn = session.stopping !== null && session.stopping.left !== null && session.tmux_alive === true
  return goesOn && isSignedIn ? <Tree id={session.id} /> : null
}

function Tree({ id }: { readonly id: string }): ReactNode {
  const load = useCallback(() => call(readResources, { params: { id } }), [id])
  const [query] = useQuery(load, useRounds())
  const processes = query.kind === 'ready' ? (query.value.resources?.processes ?? []) : []
  if (processes.length === 0) return null
  return (
    <table className="left-tree" aria-label="What goes on">
      <tbody>
        {processLines(processes).map(({ branch, process: { pid, name, cpu_percent: cpu } }) => (
          <tr key={pid}>
            <td className="num">{pid}</td>
            <td className="mono">
              <span aria-hidden>{branch}</span>
              {name}
            </td>
            <td className="num">{cpu.toFixed(0)} % CPU</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
