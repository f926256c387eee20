// A code that waits: what to type on the other machine, and how long it is good for.
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { minuteMs, secondMs } from '#base/time.ts'
import { onTick, tickerNow } from '#platform/web/time/ticker.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandElsewhere } from '#platform/web/ui/command-line.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { Pairing } from '../../contract.ts'
import { codeInGroups, pairingLifetimeMs } from '../../core/pairing/code.ts'
import { hubOf, reachOf } from '../../core/pairing/pair-command.ts'
import { pairing } from './page-pairing.ts'

type Props = { readonly made: Pairing; readonly endsAtMs: number }

export function WaitingView({ made, endsAtMs }: Props): ReactNode {
  return (
    <>
      <div className="way">
        <QrCode text={made.command} />
        <div className="code">
          <span className="label">One-time code</span>
          <span className="row">
            <b className="one-time">{codeInGroups(made.code)}</b>
            <CopyButton text={made.code} name="the code" />
          </span>
          <TimeLeft endsAtMs={endsAtMs} />
          <span className="label">Run this on the other machine, or scan it</span>
          <CommandElsewhere text={made.command} name="the command" />
          <ReachNote hub={hubOf(made.command)} />
        </div>
      </div>
      <ol className="pair-steps">
        <Step state="running" title="Waiting for the machine…" note="nobody has used the code yet" />
        <Step state="idle" title="Paired" note="you compare six words" />
        <Step state="idle" title="Connected" note="once its daemon runs" />
      </ol>
      <footer>
        <span className="meta">You may close this; the code stays good.</span>
        <span className="push" />
        <Button label="Cancel the code" onClick={() => void cancel()} />
      </footer>
    </>
  )
}

async function cancel(): Promise<void> {
  const problem = await pairing.cancel()
  if (problem !== null) report('Not cancelled', problem)
}

function TimeLeft({ endsAtMs }: { readonly endsAtMs: number }): ReactNode {
  const leftMs = useSyncExternalStore(onTick, () => Math.max(0, endsAtMs - tickerNow()))
  useEffect(() => {
    if (leftMs === 0) pairing.look()
  }, [leftMs])
  return (
    <span className="row left meta">
      <Bar part={leftMs / pairingLifetimeMs} />
      <span>
        <span role="timer">{`${leftWords(leftMs)} left`}</span>, works once
      </span>
    </span>
  )
}

/** Seconds matter in the last minute. */
function leftWords(leftMs: number): string {
  const wholeMs = Math.ceil(leftMs / secondMs) * secondMs
  if (wholeMs < minuteMs) return formatDuration(wholeMs)
  const seconds = String(Math.floor((wholeMs % minuteMs) / secondMs)).padStart(2, '0')
  return `${Math.floor(wholeMs / minuteMs)} min ${seconds} s`
}

function ReachNote({ hub }: { readonly hub: string }): ReactNode {
  switch (reachOf(hub)) {
    case 'anywhere':
      return <p className="meta">Orrery has to be installed there. The code is asked for when you leave it out.</p>
    case 'no_https':
      return (
        <p className="meta">
          Without https everybody on the way to {hub} can read along. Set <code>publicUrl</code> to avoid that.
        </p>
      )
    case 'this_machine':
      return (
        <p className="meta">
          Only this machine reaches {hub}. Set <code>publicUrl</code> in the settings, or open this page by the name
          that others use, to pair another one.
        </p>
      )
  }
}

type StepProps = { readonly state: 'running' | 'idle'; readonly title: string; readonly note: string }

function Step({ state, title, note }: StepProps): ReactNode {
  return (
    <li className={state === 'idle' ? 'todo' : undefined}>
      <Dot state={state} isMute />
      <b>{title}</b>
      <span className="meta">{note}</span>
    </li>
  )
}
