// One strand: its steps as a graph and as a table, its facts, and its runs.
import { ArrowLeft, Play, Shrimp } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import type { Strand } from '../../contract.ts'
import { startRunOrReport } from '../actions.ts'
import { hrefOfList, setParameters, useParameter } from '../flow-url.ts'
import { strandsLoaded, useStrand } from '../strand-store.ts'
import { lastStatus, plainName, whyNotRun } from '../strand-words.ts'
import { EnabledSwitch } from './enabled-switch.tsx'
import { RunHistory } from './run-history.tsx'
import { StepTable } from './step-table.tsx'
import { StrandFacts } from './strand-facts.tsx'
import { WebhookAddress } from './webhook-address.tsx'
import '../run-head.css'
import '../faults.css'
import './strand-view.css'
import '../dag/dag-view.css'

const DagView = lazy(() => import('../dag/dag-view.tsx').then(({ DagView }) => ({ default: DagView })))
const RunDialog = lazy(() => import('./run-dialog.tsx').then(({ RunDialog }) => ({ default: RunDialog })))

export function StrandView({ id }: { readonly id: string }): ReactNode {
  const strand = useStrand(id)
  const isLoaded = useValue(strandsLoaded)
  if (strand !== null) return <View strand={strand} />
  if (!isLoaded) return <Skeleton lines={6} />
  return (
    <section className="strand-view" aria-label="No strand">
      <Empty title={`There is no strand “${id}”`}>
        <span>Its file was removed or could not be loaded.</span>
        <Link className="btn" href={hrefOfList()}>
          All strands
        </Link>
      </Empty>
    </section>
  )
}

function View({ strand }: { readonly strand: Strand }): ReactNode {
  const isAsked = useParameter('run') === '1' && strand.input_schema !== null && strand.broken === null
  const step = useParameter('step')
  return (
    <section className="strand-view" aria-label={`Strand ${plainName(strand)}`}>
      <StrandHead strand={strand} />
      <BrokenFile fault={strand.broken} />
      <div className="scroll">
        <LazyHost fallback={<div className="dag" />}>
          <DagView
            steps={strand.steps}
            current={step === '' ? null : step}
            onPick={(id) => setParameters({ step: id === step ? '' : id })}
          />
        </LazyHost>
        <div className="strand-parts">
          <div>
            <StrandFacts strand={strand} />
            {strand.triggerType === 'webhook' ? <WebhookAddress id={strand.id} /> : null}
            <StepTable steps={strand.steps} current={step} />
          </div>
          <RunHistory strand={strand} />
        </div>
      </div>
      <LazyHost>{isAsked ? <RunDialog strand={strand} onClose={() => setParameters({ run: '' })} /> : null}</LazyHost>
    </section>
  )
}

function StrandHead({ strand }: { readonly strand: Strand }): ReactNode {
  return (
    <header className="run-head">
      <Link className="back-link narrow" href={hrefOfList()}>
        <ArrowLeft className="i" aria-hidden />
        All strands
      </Link>
      <Dot state={lastStatus(strand)} />
      <div className="titles">
        <h2>
          <span className="cut">{plainName(strand)}</span>
          {strand.upstream === null ? null : <Shrimp className="i" role="img" aria-label="mirrored from the gateway" />}
        </h2>
        <p className="meta two-lines">{strand.description === '' ? strand.id : strand.description}</p>
      </div>
      <div className="btns">
        <EnabledSwitch strand={strand} />
        <RunButton strand={strand} />
      </div>
    </header>
  )
}

/** What is shown below is the strand as it last could be read. */
function BrokenFile({ fault }: { readonly fault: Strand['broken'] }): ReactNode {
  if (fault === null) return null
  const { file, line, reason } = fault
  return (
    <p className="run-error" role="alert">
      <Dot state="failed" isMute />
      <span>
        Broken file, so it does not run: <code>{line === null ? file : `${file}:${line}`}</code> {reason}. Below is how
        it last was; mend the file and reload.
      </span>
    </p>
  )
}

/** A strand that takes an input asks for it first; the dialog stands in the address. */
function RunButton({ strand }: { readonly strand: Strand }): ReactNode {
  const why = whyNotRun(strand)
  const run = () => {
    if (why !== null) toast({ tone: 'idle', title: `Not started: ${why}.` })
    else if (strand.input_schema === null) void startRunOrReport(strand.id, undefined)
    else setParameters({ run: '1' })
  }
  const label = strand.input_schema === null ? 'Run' : 'Run…'
  return (
    <Button
      look="primary"
      icon={Play}
      label={label}
      keys="r"
      data-run-strand={strand.id}
      aria-disabled={why !== null}
      title={why === null ? undefined : `It does not run: ${why}`}
      onClick={run}
    />
  )
}
