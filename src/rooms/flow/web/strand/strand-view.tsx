// One strand: its steps as a graph and as a table, its facts, and its runs.
import { ArrowLeft, Play, Shrimp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { lazyOverlay, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import type { Strand } from '../../contract.ts'
import { startRunOrReport } from '../actions.ts'
import { hrefOfList } from '../flow-url.ts'
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

const DagView = lazyPart(() => import('../dag/dag-view.tsx').then(({ DagView }) => DagView), <div className="dag" />)
const RunDialog = lazyOverlay(() => import('./run-dialog.tsx').then(({ RunDialog }) => RunDialog))

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
        <DagView
          steps={strand.steps}
          current={step === '' ? null : step}
          onPick={(id) => setParameters({ step: id === step ? '' : id })}
        />
        <div className="strand-parts">
          <div>
            <StrandFacts strand={strand} />
            {strand.triggerType === 'webhook' ? <WebhookAddress id={strand.id} /> : null}
            <StepTable steps={strand.steps} current={step} />
          </div>
          <RunHistory strand={strand} />
        </div>
      </div>
      {isAsked ? <RunDialog strand={strand} like={null} onClose={() => setParameters({ run: '' })} /> : null}
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
  const { file, line, reason, since } = fault
  return (
    <p className="run-error" role="alert">
      <Dot state="failed" isMute />
      <span>
        Broken since <RelativeTime since={since} />: <code>{line === null ? file : `${file}:${line}`}</code> {reason}.
        Until the file is mended its runs are left out; below is how it last was.
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
