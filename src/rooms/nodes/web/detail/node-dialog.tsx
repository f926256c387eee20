// A node with all that is known of it: over any page, as a sheet from below on a phone.
import { useEffect, type ReactNode } from 'react'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { nodes, nodesProblem, nodesTold } from '../node-store.ts'
import { pollNodes } from '../poll-nodes.ts'
import { NodeFacts } from './node-facts.tsx'
import { NodeSessions } from './node-sessions.tsx'
import '#platform/web/ui/machine-panel.css'

export function NodeDialog({ name }: { readonly name: string }): ReactNode {
  const node = useEntity(nodes, name)
  const isTold = useValue(nodesTold)
  const problem = useValue(nodesProblem)
  useEffect(() => pollNodes(), [])
  return (
    <Dialog title={name} className="machine-panel" onClose={closePanel}>
      <div className="machine-sections scroll" role="region" aria-label={`What is known of ${name}`} tabIndex={0}>
        <section>
          {problem === null ? null : <p className="meta">{problem}</p>}
          {node === null ? <Unknown isTold={isTold} /> : <NodeFacts node={node} />}
        </section>
        <NodeSessions name={name} />
      </div>
      {node === null || node.url === null ? null : (
        <footer>
          <a className="btn" href={node.url} target="_blank" rel="noopener noreferrer">
            Open its page
          </a>
        </footer>
      )}
    </Dialog>
  )
}

function Unknown({ isTold }: { readonly isTold: boolean }): ReactNode {
  if (!isTold) return <Skeleton lines={5} />
  return <p className="meta">No node of this name was heard in the last day.</p>
}
