// What a node is, how it stands and how busy its machine is.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { GaugeFact } from '#platform/web/ui/gauge.tsx'
import '#platform/web/ui/dot.css'
import type { ServiceNode } from '../../contract.ts'
import { nodeFaceOf } from '../face.ts'

type NodeProps = { readonly node: ServiceNode }

export function NodeFacts({ node }: NodeProps): ReactNode {
  const { hostname, version, url, started_at: started, standing } = node
  const isLive = standing === 'live'
  const unknown = isLive ? 'its version does not tell' : 'not known while it is away'
  return (
    <dl className="facts">
      <dt>Status</dt>
      <dd>
        <Standing node={node} />
      </dd>
      <dt>Host</dt>
      <dd className="mono">{hostname}</dd>
      <dt>Version</dt>
      <dd>{version}</dd>
      {isLive ? (
        <>
          <dt>Up</dt>
          <dd>
            <RelativeTime since={started} format={formatDuration} />
          </dd>
        </>
      ) : null}
      <GaugeFact name="Free RAM" told={isLive ? memoryOf(node) : null} unknown={unknown} look="free" />
      <GaugeFact name="Load" told={isLive ? loadOf(node) : null} unknown={unknown} look="busy" />
      <dt>Page</dt>
      <dd className={url === null ? 'meta' : 'mono'}>{url ?? 'it listens for its own machine alone'}</dd>
    </dl>
  )
}

function Standing({ node }: NodeProps): ReactNode {
  const { said, tone, awaySince } = nodeFaceOf(node)
  return (
    <span className="row">
      <span className="state" data-tone={tone}>
        {said}
      </span>
      <span className="meta push">
        {node.stopped_at !== null ? 'stopped ' : awaySince === null ? 'heard ' : 'last heard '}
        <RelativeTime since={awaySince ?? node.last_heartbeat} />
      </span>
    </span>
  )
}
