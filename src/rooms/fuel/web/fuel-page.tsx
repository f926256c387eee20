// What agents used: figures, a plot of days, sums by one thing, and budgets. What is shown stands in the address.
import { Download } from 'lucide-react'
import { useCallback, useEffect, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { GuestPlace } from '#platform/web/auth/guest-place.tsx'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { WithCode } from '#platform/web/ui/with-code.tsx'
import '#platform/web/ui/choice.css'
import '#platform/web/ui/head.css'
import { readUsage } from '../api.ts'
import type { Fuel, UsageGroup, UsageGroupRow } from '../contract.ts'
import { daysBefore } from '../core/local-day.ts'
import { Budgets } from './budgets.tsx'
import { DaysPlot } from './days-plot.tsx'
import { exportUsage } from './export-file.ts'
import { Figures } from './figures.tsx'
import { askFuel, fuelProblem } from './fuel-now.ts'
import { UsageTable } from './usage-table.tsx'
import { useFuel } from './use-fuel.ts'
import './fuel.css'

const spans = [
  { id: '1', label: 'Today', days: 1 },
  { id: '7', label: '7 days', days: 7 },
  { id: '', label: '30 days', days: 30 },
] as const

const groups: readonly { readonly id: UsageGroup; readonly label: string }[] = [
  { id: 'agent', label: 'Agent' },
  { id: 'session', label: 'Session' },
  { id: 'model', label: 'Model' },
  { id: 'device', label: 'Device' },
]

export function FuelPage(): ReactNode {
  const fuel = useFuel()
  const problem = useValue(fuelProblem)
  const isSignedIn = useSignedIn()
  // Who signs in here waits for no other question.
  useEffect(() => {
    if (isSignedIn) void askFuel()
  }, [isSignedIn])
  if (fuel !== null) return <FuelOf fuel={fuel} />
  return (
    <div className="fuel-page">
      <h1 className="sr">Fuel</h1>
      {problem === null ? <Skeleton lines={6} /> : <NotRead problem={problem} />}
    </div>
  )
}

function NotRead({ problem }: { readonly problem: Problem }): ReactNode {
  return (
    <GuestPlace>
      {needsLogin(problem) ? (
        <SignIn why="What agents used takes a login." />
      ) : (
        <ProblemView problem={problem} onRetry={() => void askFuel()} />
      )}
    </GuestPlace>
  )
}

function FuelOf({ fuel }: { readonly fuel: Fuel }): ReactNode {
  const [asked, chosen] = [useParameter('span'), useParameter('by')]
  const span = spans.find(({ id }) => id === asked) ?? spans[2]
  const by = groups.find(({ id }) => id === chosen)?.id ?? 'agent'
  const from = daysBefore(fuel.day, span.days - 1)
  return (
    <div className="fuel-page">
      <div className="page-head">
        <h1>Fuel</h1>
        <span className="push" />
        <Choice name="Span" all={spans} value={span.id} onChoose={(id) => setParameters({ span: id })} />
        <Button icon={Download} label="CSV" onClick={() => void exportUsage(by, { from, to: fuel.day })} />
      </div>
      {fuel.held === null ? null : <Held held={fuel.held} />}
      <div className="fuel-columns scroll">
        <div className="fuel-main">
          {fuel.month.tokens === 0 ? (
            <Empty title="No tokens used yet">
              <span>Usage comes from the agents’ own records, so it appears with the first turn of a session.</span>
            </Empty>
          ) : (
            <Used fuel={fuel} by={by} from={from} />
          )}
        </div>
        <Budgets fuel={fuel} />
      </div>
    </div>
  )
}

function Held({ held: { reason, hint } }: { readonly held: NonNullable<Fuel['held']> }): ReactNode {
  return (
    <div className="fuel-held" role="status">
      <Dot state="failed" isMute />
      <span>
        <b>{reason}</b>{' '}
        <span className="soft">
          <WithCode text={hint} />
        </span>
      </span>
    </div>
  )
}

type UsedProps = { readonly fuel: Fuel; readonly by: UsageGroup; readonly from: string }

function Used({ fuel, by, from }: UsedProps): ReactNode {
  // What was counted since changes the sums of today: then all is asked again.
  const version = `${fuel.day} ${fuel.today.tokens} ${fuel.today.cost_usd}`
  const days = useUsage('day', { from: daysBefore(fuel.day, 29), to: fuel.day, version })
  const rows = useUsage(by, { from, to: fuel.day, version })
  return (
    <>
      <Figures fuel={fuel} />
      {days === null ? <Skeleton lines={5} /> : <DaysPlot fuel={fuel} days={days} />}
      <section>
        <div className="row fuel-by">
          <h2>By {by}</h2>
          <Choice
            name="By"
            all={groups}
            value={by}
            onChoose={(id) => setParameters({ by: id === 'agent' ? '' : id })}
          />
        </div>
        {rows === null ? <Skeleton lines={3} /> : <UsageTable by={by} rows={rows} budgets={fuel.budgets} />}
      </section>
    </>
  )
}

type ChoiceProps<T extends string> = {
  readonly name: string
  readonly all: readonly { readonly id: T; readonly label: string }[]
  readonly value: T
  readonly onChoose: (id: T) => void
}

function Choice<T extends string>({ name, all, value, onChoose }: ChoiceProps<T>): ReactNode {
  return (
    <span className="choice" role="group" aria-label={name}>
      {all.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChoose(id)}>
          {label}
        </button>
      ))}
    </span>
  )
}

type Asked = { readonly from: string; readonly to: string; readonly version: string }

/** Null until it is there; the last answer stays while it is asked again. */
function useUsage(by: UsageGroup, { from, to, version }: Asked): readonly UsageGroupRow[] | null {
  const load = useCallback(() => call(readUsage, { query: { by, from, to } }), [by, from, to])
  const [query] = useQuery(load, version)
  return query.kind === 'ready' ? query.value.groups : null
}
