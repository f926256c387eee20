// Which run it is, how it stands, why it failed, and what can be done.
import { formatDuration } from '#base/duration.ts'
import { shellWord } from '#base/shell-word.ts'
import { ArrowLeft, Copy, RotateCcw, SlidersHorizontal, Square, StepForward, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { MoreMenu } from '#platform/web/ui/more-menu.tsx'
import { lineToType } from '#platform/web/ui/own-command.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lookOf } from '#platform/web/ui/dots.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { Run, RunDetail } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { cancelRun, retryRun, startRunOrReport } from '../actions.ts'
import { hrefOfRun, hrefOfStrand } from '../flow-url.ts'
import { useStrand } from '../strand-store.ts'
import {
  isOver,
  plainName,
  sayOutcome,
  sayTook,
  sayTriggeredBy,
  shortRunId,
  tookMs,
  whyNotRun,
} from '../strand-words.ts'
import '../run-head.css'
import '../faults.css'
import './run-usage.css'

type Props = { readonly answer: RunDetail; readonly strandId: string; readonly now: number }

export function RunHead({ answer: { run, strand }, strandId, now }: Props): ReactNode {
  const known = useStrand(strandId)
  const name = known === null ? strand.name : plainName(known)
  const isMirrored = known?.origin === 'synthetic'
  return (
    <>
      <header className="run-head">
        <Link className="back-link narrow" href={hrefOfStrand(strandId)}>
          <ArrowLeft className="i" aria-hidden />
          <span className="cut">{name}</span>
        </Link>
        <Dot state={outcomeOf(run)} />
        <div className="titles">
          <h2>
            <Link className="cut" href={hrefOfStrand(strandId)}>
              {name}
            </Link>
          </h2>
          <p className="meta two-lines">
            Run <span className="mono">{shortRunId(run.run_id)}</span>, <Standing run={run} now={now} />,{' '}
            {sayTriggeredBy(run)}
            {run.retry_of === null ? null : (
              <>
                {' '}
                (<Link href={hrefOfRun(strandId, run.retry_of)}>the run before</Link>)
              </>
            )}
          </p>
        </div>
        <div className="btns">
          <Actions run={run} isMirrored={isMirrored} why={known === null ? null : whyNotRun(known)} />
          <More run={run} />
        </div>
      </header>
      <Trouble run={run} />
      {run.usage === null ? null : <Usage usage={run.usage} />}
    </>
  )
}

/** Why it failed, or what a success has to say against itself. */
function Trouble({ run }: { readonly run: Run }): ReactNode {
  const words = run.error ?? run.caveat?.reason ?? null
  if (words === null) return null
  const outcome = outcomeOf(run)
  return (
    <p className="run-error" role={run.error === null ? 'note' : 'alert'} data-tone={lookOf(outcome).tone}>
      <Dot state={outcome} isMute />
      <span>
        {run.caveat === null ? '' : `${sayOutcome(run)}. `}
        {words}
      </span>
    </p>
  )
}

function Standing({ run, now }: { readonly run: Run; readonly now: number }): ReactNode {
  const took = tookMs(run, now)
  if (run.status === 'queued')
    return (
      <>
        waits since <RelativeTime since={run.created_at} />
      </>
    )
  if (!isOver(run)) return `running for ${formatDuration(took ?? 0)}`
  const outcome = outcomeOf(run)
  const word = outcome === 'success' ? 'done' : sayOutcome(run).toLowerCase()
  return (
    <>
      {word}
      {took === null ? ', ' : ` after ${sayTook(took)}, `}
      <RelativeTime since={run.finished_at ?? run.created_at} />
    </>
  )
}

type ActionsProps = {
  readonly run: Run
  readonly isMirrored: boolean
  /** Why the strand does not run now; null when it does. */
  readonly why: string | null
}

function Actions({ run, isMirrored, why }: ActionsProps): ReactNode {
  const unless = (start: () => unknown) => ({
    'aria-disabled': why !== null,
    title: why === null ? undefined : `It does not run: ${why}`,
    onClick: () => (why === null ? void start() : toast({ tone: 'idle', title: `Not started: ${why}.` })),
  })
  const canRetry = !isMirrored && (run.status === 'failed' || run.status === 'cancelled')
  return (
    <>
      {canRetry ? (
        <Button
          {...(run.status === 'failed' ? { look: 'primary', label: 'Retry from failure' } : { label: 'Go on' })}
          icon={StepForward}
          {...unless(() => retryRun(run))}
        />
      ) : null}
      <Button
        icon={RotateCcw}
        label="Re-run"
        {...unless(() => startRunOrReport(run.workflow_id, run.input ?? undefined))}
      />
      {isMirrored ? null : (
        <Button icon={SlidersHorizontal} label="Run again with…" {...unless(() => setParameters({ again: '1' }))} />
      )}
      {isOver(run) ? null : <Button icon={Square} isFilled label="Cancel" onClick={() => void cancelRun(run)} />}
    </>
  )
}

function More({ run }: { readonly run: Run }): ReactNode {
  const logs = lineToType(`orrery strand logs ${shellWord(run.run_id)}`)
  const actions = [
    { icon: Copy, label: 'Copy run id', run: () => void copyText(run.run_id) },
    { icon: Copy, label: 'Copy link to this run', run: () => void copyText(location.href) },
    { icon: Terminal, label: 'Copy command for its output', run: () => void copyText(logs) },
  ]
  return <MoreMenu side="bottom" actions={actions} />
}

/** What the run cost, as the gateway told it. */
function Usage({ usage }: { readonly usage: NonNullable<Run['usage']> }): ReactNode {
  const { input_tokens: input, output_tokens: output, total_tokens: total, model, provider, cost } = usage
  const facts: readonly (readonly [string, string])[] = [
    ['Model', [model, provider === null ? null : `by ${provider}`].filter((part) => part !== null).join(' ')],
    ['Tokens', `${formatCount(total)} (${formatCount(input)} in, ${formatCount(output)} out)`],
    ['Cost', cost === null ? 'not known' : sayCost(cost)],
  ]
  return (
    <dl className="run-usage">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Cents say enough of dollars; less than a cent is told by its size. */
function sayCost(dollars: number): string {
  return dollars > 0 && dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`
}
