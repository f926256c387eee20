// What is set for a strand, in words.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import type { Strand } from '../../contract.ts'
import { Coming } from '../coming.tsx'
import { sayTrigger } from '../strand-words.ts'
import './strand-facts.css'

export function StrandFacts({ strand }: { readonly strand: Strand }): ReactNode {
  const { upstream } = strand
  return (
    <section aria-label="Facts">
      <h3>Facts</h3>
      <dl className="facts">
        <dt>Id</dt>
        <dd className="row">
          <code className="id cut">{strand.id}</code>
          <CopyButton text={strand.id} name="id" />
        </dd>
        <dt>Runs</dt>
        <dd>
          {sayTrigger(strand)}
          {strand.schedule === null || strand.schedule === sayTrigger(strand) ? null : (
            <>
              {' '}
              <code className="id">{strand.schedule}</code>
            </>
          )}
          {strand.timezone === null ? null : <span className="meta"> in {strand.timezone}</span>}
        </dd>
        <dt>Next</dt>
        <dd>
          <NextRuns strand={strand} />
        </dd>
        <dt>If missed</dt>
        <dd>{strand.missed === 'run_once' ? 'runs once when the service is back' : 'left out'}</dd>
        <dt>At once</dt>
        <dd>{strand.concurrency === 1 ? 'one run; others wait' : `${strand.concurrency} runs; others wait`}</dd>
        <dt>Host</dt>
        <dd>{strand.default_host}</dd>
        {strand.required_capabilities.length === 0 ? null : (
          <>
            <dt>Needs</dt>
            <dd className="mono">{strand.required_capabilities.join(', ')}</dd>
          </>
        )}
        <dt>Module</dt>
        <dd className="row">
          <code className="id cut" title={strand.modulePath}>
            {strand.modulePath}
          </code>
          <CopyButton text={strand.modulePath} name="module path" />
        </dd>
        {upstream === null ? null : <UpstreamFacts upstream={upstream} />}
      </dl>
    </section>
  )
}

function NextRuns({ strand }: { readonly strand: Strand }): ReactNode {
  const { next_runs: next, enabled, schedule } = strand
  if (!enabled) return <span className="dim">off</span>
  if (schedule === null) return <span className="dim">when it is asked to</span>
  if (next.length === 0) return <span className="dim">not known</span>
  return (
    <ul className="next-runs">
      {next.map((at) => (
        <li key={at}>
          <Coming at={at} />
        </li>
      ))}
    </ul>
  )
}

function UpstreamFacts({ upstream }: { readonly upstream: NonNullable<Strand['upstream']> }): ReactNode {
  return (
    <>
      <dt>Job upstream</dt>
      <dd className="row">
        <code className="id cut" title={upstream.job_id}>
          {upstream.job_id}
        </code>
        <CopyButton text={upstream.job_id} name="job id" />
      </dd>
      <dt>Delivery</dt>
      <dd>{upstream.has_delivery ? 'its outcome is delivered to a channel' : 'none'}</dd>
      {upstream.gone_at === null ? null : (
        <>
          <dt>Gone</dt>
          <dd>
            not upstream any more, seen <RelativeTime since={upstream.gone_at} />
          </dd>
        </>
      )}
      {upstream.read_only ? (
        <>
          <dt>Whose</dt>
          <dd>the gateway’s own; it is not switched from here</dd>
        </>
      ) : null}
    </>
  )
}
