// What doctor finds where the service runs, in the words of `orrery doctor`: what is wrong first.
import { Stethoscope } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lineToType } from '#platform/web/ui/own-command.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { WithCode } from '#platform/web/ui/with-code.tsx'
import { readDoctor } from '../api.ts'
import type { FindingTold } from '../contract.ts'

const load = () => call(readDoctor)

export function DoctorPanel(): ReactNode {
  const [query, reload] = useQuery(load)
  return (
    <section className="sys-panel sys-doctor" aria-labelledby="system-doctor">
      <header>
        <h2 id="system-doctor">Doctor</h2>
        {query.kind === 'ready' ? (
          <span className="meta">
            {'looked '}
            <RelativeTime since={query.value.at} />
          </span>
        ) : null}
        <Button className="push" isSmall icon={Stethoscope} label="Look again" onClick={reload} />
      </header>
      {query.kind === 'loading' ? <Skeleton lines={4} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? <Findings findings={query.value.findings} /> : null}
      <p className="meta row">
        <span>This is what the running service sees. Your shell may see otherwise:</span>
        <CommandLine text="orrery doctor" name="the command" />
      </p>
    </section>
  )
}

const order = ['fail', 'warn', 'ok'] as const
const states = { fail: 'failed', warn: 'awaiting_review', ok: 'completed' } as const
const words = { fail: 'failed', warn: 'warning', ok: 'fine' } as const

function Findings({ findings }: { readonly findings: readonly FindingTold[] }): ReactNode {
  const sorted = findings.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  return (
    <ul className="findings">
      {sorted.map(({ name, level, says, hints }) => (
        <li key={name}>
          <Dot state={states[level]} isMute />
          <b>{name}</b>
          <span className="sr">{words[level]}</span>
          <span className="says">{says}</span>
          {hints.map((hint) => (
            <span key={hint} className="meta hint">
              <WithCode text={lineToType(hint)} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
