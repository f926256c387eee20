// Why a task is where it is: the arithmetic, what model and person said, and what the model had read.
import { ListTree } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { explainTask } from '../../api.ts'
import type { Explanation } from '../../contract/views.ts'
import { useTriagePorts } from '../ports.ts'
import { BriefItem } from '../side/brief-item.tsx'
import '../side/side.css'
import { triageVersion } from '../data/triage-data.ts'
import { nameOfLane } from '../words.ts'
import './detail.css'
import { Corrections } from './corrections.tsx'
import { PartsTable } from './parts-table.tsx'
import { ScoreHistory } from './score-history.tsx'

export function WhyDrawer({ id }: { readonly id: string }): ReactNode {
  const { openTask } = useTriagePorts()
  const version = useValue(triageVersion)
  const load = useCallback(() => call(explainTask, { params: { task_id: id } }), [id])
  const [query, reload] = useQuery(load, String(version))
  const explanation = query.kind === 'ready' && query.value.explanation.task.id === id ? query.value.explanation : null
  return (
    <Drawer
      name={`Why here: ${explanation?.task.title ?? id}`}
      onClose={closePanel}
      head={
        <>
          <b>Why here?</b>
          <span className="id cut" title={id}>
            {id}
          </span>
          <CopyButton text={id} name="task id" />
          <span className="push" />
        </>
      }
      foot={
        <>
          <Button icon={ListTree} label="Open task" onClick={() => openTask(id)} />
          <CommandLine text={`orrery triage explain ${id}`} name="command" />
        </>
      }
    >
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {explanation === null && query.kind !== 'refused' ? <Skeleton lines={6} /> : null}
      {explanation === null ? null : <Reasons explanation={explanation} />}
    </Drawer>
  )
}

function Reasons({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { task, why, history, overrides, briefs, run } = explanation
  return (
    <>
      <div>
        <h2 className="why-title">{task.title}</h2>
        <Standing explanation={explanation} />
      </div>
      <section>
        <ul className="read">
          {why.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>
          Score <span className="meta">{run === null ? 'no run has scored it' : scoredBy(explanation)}</span>
        </h3>
        {explanation.arithmetic === null ? null : <p className="arithmetic">{explanation.arithmetic}</p>}
        <PartsTable explanation={explanation} />
        {history[0]?.model_reason ? <blockquote className="read">{history[0].model_reason}</blockquote> : null}
      </section>
      <Corrections overrides={overrides} />
      <section>
        <h3>
          Briefs <span className="meta">in the prompt of that run</span>
        </h3>
        {briefs.length === 0 ? <p className="meta">None was waiting then.</p> : null}
        <ol>
          {briefs.map((brief) => (
            <BriefItem key={brief.id} brief={brief} />
          ))}
        </ol>
      </section>
      <ScoreHistory history={history} />
    </>
  )
}

function Standing({ explanation: { task, lane, rank, lock } }: { readonly explanation: Explanation }): ReactNode {
  return (
    <div className="why-standing">
      <Dot state={task.status} isMute />
      <StateWord state={task.status} />
      <span className="badge" data-priority={task.priority}>
        {task.priority}
      </span>
      <span className="badge">
        {nameOfLane(lane)}
        {rank === null ? '' : ` ${rank}`}
      </span>
      {lock === null ? null : <span className="badge">locked</span>}
    </div>
  )
}

function scoredBy({ run, history }: Explanation): string {
  if (run === null) return ''
  const model = run.model === null ? '' : ` by ${run.model}`
  return `run ${run.id}${model}${history[0]?.carried === true ? ', carried on since' : ''}`
}
