// What is known of one row: itself, and what its log says beyond it.
import { useCallback, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { readActivityFacts } from '../api.ts'
import type { ActivityFact, ActivityRow } from '../contract.ts'
import { actorName } from '../core/words.ts'
import '#platform/web/ui/facts.css'

export function RowFacts({ row }: { readonly row: ActivityRow }): ReactNode {
  const { id } = row
  const load = useCallback(() => call(readActivityFacts, { params: { id } }), [id])
  const [query] = useQuery(load)
  const known = query.kind === 'ready' ? query.value.facts : []
  const facts: readonly ActivityFact[] = [
    { name: 'Kind', value: row.kind },
    { name: 'At', value: row.at },
    { name: 'Who', value: actorName(row.actor) },
    ...known,
  ]
  return (
    <li className="facts-row">
      <dl className="facts">
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <div className="btns">
        {row.href === null ? null : (
          <Link className="btn small" href={row.href}>
            {`Open ${row.subject.type.replaceAll('_', ' ')}`}
          </Link>
        )}
        <CopyButton text={JSON.stringify({ ...row, facts: known }, null, 2)} label="Copy as JSON" name="" />
      </div>
    </li>
  )
}

function Fact({ name, value }: ActivityFact): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
    </>
  )
}
