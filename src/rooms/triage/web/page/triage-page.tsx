// Triage: the ranked list in its three lanes, and beside it what goes in and what came out.
import { Plus, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useCommands } from '#platform/web/commands/registry.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { LanesAnswer } from '../../contract.ts'
import { startRun } from '../data/start-run.ts'
import { Notices } from './notices.tsx'
import { PageHead } from './page-head.tsx'
import { useTriagePorts } from '../ports.ts'
import { useResource } from '../data/resource.ts'
import { BriefsSection } from '../side/briefs-section.tsx'
import { focusCompose } from '../side/focus-compose.ts'
import { LearningSection } from '../side/learning-section.tsx'
import { MemoriesSection } from '../side/memories-section.tsx'
import { runsId, RunsSection } from '../side/runs-section.tsx'
import { LaneTable } from '../table/lane-table.tsx'
import { lanesData } from '../data/triage-data.ts'
import { triageCommands } from './triage-commands.ts'
import { useFollowTasks } from '../data/use-follow-tasks.ts'
import { useWatchRun } from '../data/use-watch-run.ts'
import { countOf } from '../words.ts'
import './triage.css'
import '../side/side.css'

export function TriagePage(): ReactNode {
  const query = useResource(lanesData)
  useCommands(triageCommands)
  useFollowTasks()
  if (query.kind === 'refused') return <NotReadable problem={query.problem} />
  if (query.kind === 'loading') {
    return (
      <>
        <PageHead state={null} />
        <Skeleton lines={9} />
      </>
    )
  }
  return <Readable answer={query.value} />
}

function Readable({ answer }: { readonly answer: LanesAnswer }): ReactNode {
  const { lanes, state } = answer
  const isNarrow = useNarrow()
  useWatchRun(state.running)
  const isEmpty = lanes.every(({ entries }) => entries.length === 0)
  return (
    <>
      <PageHead state={state} isSecond={isEmpty} />
      {isNarrow ? null : <Notices last={state.last} />}
      <div className="triage" data-scroller={isNarrow ? '' : undefined}>
        {isNarrow ? <Notices last={state.last} /> : null}
        {isEmpty ? null : <ToTheSide />}
        <div className="scroll" data-scroller={isNarrow ? undefined : ''}>
          {isEmpty ? <NothingRanked answer={answer} /> : null}
          {isEmpty && state.unplaced === 0 ? null : <LaneTable answer={answer} isEmpty={isEmpty} />}
        </div>
        <aside className="side scroll" aria-label="Briefs, runs and learning">
          <BriefsSection />
          <RunsSection />
          <LearningSection />
          <MemoriesSection />
        </aside>
      </div>
    </>
  )
}

/** On a phone the briefs stand below all tasks. */
function ToTheSide(): ReactNode {
  return (
    <div className="to-the-side narrow">
      <Button isSmall icon={Plus} label="Write a brief" onClick={focusCompose} />
      <Button
        look="quiet"
        isSmall
        label="Runs and learning"
        onClick={() => document.getElementById(runsId)?.scrollIntoView({ block: 'start' })}
      />
    </div>
  )
}

function NothingRanked({ answer: { state } }: { readonly answer: LanesAnswer }): ReactNode {
  const { openNewTask } = useTriagePorts()
  const { unplaced, briefs_waiting: briefs } = state
  if (unplaced === 0) {
    return (
      <Empty title="No open tasks to rank">
        <span>Tasks that are not done are ranked here into NOW, NEXT and LATER.</span>
        <Button look="primary" icon={Plus} label="New task" keys="t" onClick={openNewTask} />
        <CommandLine text='orrery task add "Fix the login page" -p P1' name="task command" />
      </Empty>
    )
  }
  return (
    <Empty title={`${countOf(unplaced, 'open task')}, none ranked yet`}>
      <span>Say what changed, then let the model on this machine rank them. Nothing leaves it.</span>
      <span className="row">
        <Button
          {...(briefs === 0 ? { look: 'primary' as const } : {})}
          icon={Plus}
          label={briefs === 0 ? 'Write the first brief' : 'Write another brief'}
          keys="b"
          onClick={focusCompose}
        />
        <Button
          {...(briefs === 0 ? {} : { look: 'primary' as const })}
          icon={Play}
          label="Rank them now"
          onClick={() => void startRun({ isDry: false })}
        />
      </span>
      <CommandLine text='orrery brief add --source meeting "The audit moved to Monday"' name="brief command" />
    </Empty>
  )
}

function NotReadable({ problem }: { readonly problem: Problem }): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <>
      <h1 className="sr">Triage</h1>
      <div className="whole-page">
        <div className="way-in">
          {needsLogin(problem) && !isSignedIn ? (
            <SignIn why="From this address triage takes a login." />
          ) : (
            <ProblemView problem={problem} onRetry={lanesData.refresh} />
          )}
        </div>
      </div>
    </>
  )
}
