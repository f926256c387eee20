// Whether the strand's schedule is on. A mirrored job is switched upstream; of a strand from a file we say where it is set.
import type { ReactNode } from 'react'
import { toast } from '#platform/web/ui/toasts.ts'
import type { Strand } from '../../contract.ts'
import { setEnabled } from '../actions.ts'
import './enabled-switch.css'

export function EnabledSwitch({ strand }: { readonly strand: Strand }): ReactNode {
  const { enabled, upstream } = strand
  const why = whyFixed(strand)
  const flip = () => {
    if (why !== null) toast({ tone: 'idle', title: `Not switched: ${why}` })
    else void setEnabled(strand, !enabled)
  }
  return (
    <span className="row strand-enabled">
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={enabled}
        aria-disabled={why !== null}
        aria-label={upstream === null ? 'Enabled' : 'Enabled upstream'}
        title={why ?? (enabled ? 'Switch off' : 'Switch on')}
        onClick={flip}
      />
      <span className="meta" aria-hidden>
        {enabled ? 'on' : 'off'}
      </span>
    </span>
  )
}

function whyFixed({ upstream }: Strand): string | null {
  if (upstream?.gone_at != null) return 'the job is gone upstream.'
  return upstream?.read_only === true ? 'the job is the gateway’s own.' : null
}
