// Settings: what runs here, and in which mode.
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readVersion } from '../api.ts'
import type { Version } from '../contract.ts'
import { isModeTold, readMode } from './read-mode.ts'

export function AboutSection(): ReactNode {
  const [query, reload] = useQuery(loadVersion)
  return (
    <section>
      <h2>About</h2>
      {query.kind === 'loading' ? <Skeleton lines={3} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? <VersionFacts version={query.value} /> : null}
    </section>
  )
}

const loadVersion = () => call(readVersion)

function VersionFacts({ version }: { readonly version: Version }): ReactNode {
  return (
    <dl className="facts about">
      <dt>Orrery</dt>
      <dd>{version.version}</dd>
      <dt>Mode</dt>
      <dd>
        {version.mode} <span className="dim">{modeMeaning[version.mode]}</span>
      </dd>
      <dt>This page</dt>
      <dd>
        {readMode()} <span className="dim">{isModeTold() ? 'as the service says' : 'by its host name'}</span>
      </dd>
      <dt>Node</dt>
      <dd>{version.node}</dd>
      <dt>Address</dt>
      <dd className="mono">{location.origin}</dd>
    </dl>
  )
}

const modeMeaning: Record<Version['mode'], string> = {
  legacy: 'DEPLOYMENT is not cloud-fabric',
  fabric: 'DEPLOYMENT is cloud-fabric',
}
