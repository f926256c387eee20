// What a person should know before trusting the lanes: a run that failed, scores that say little, wishes that were not met.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TriageRun } from '../../contract.ts'
import { runNotes } from '../../core/run-notes.ts'
import { startRun } from '../data/start-run.ts'
import { useTriagePorts } from '../ports.ts'
import { openRun } from '../triage-url.ts'
import { sayDistribution, sayUnmet } from '../words.ts'

export function Notices({ last }: { readonly last: TriageRun | null }): ReactNode {
  const { tasks } = useTriagePorts()
  if (last === null) return null
  if (last.status === 'failed') return <Failed run={last} />
  const sentences = [
    ...(last.run_summary === null ? [] : runNotes(last.run_summary)),
    ...sayDistribution(last.distribution_warning),
    ...sayUnmet(last.clash_summary, (task) => tasks.get(task)?.title ?? task),
  ]
  if (sentences.length === 0) return null
  return (
    <ul className="triage-notices" aria-label={`What run ${last.id} warns of`}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Dot state="review" isMute />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

/** What most people then have to type, by the error's code; the hint names the other ways. */
const remedies: Readonly<Record<string, string>> = {
  model_unreachable: 'ollama serve',
  model_missing: 'ollama pull qwen3:8b',
}

function Failed({ run: { id, error } }: { readonly run: TriageRun }): ReactNode {
  const remedy = remedies[error?.code ?? '']
  return (
    <ul className="triage-notices" role="alert" aria-label={`Run ${id} failed`}>
      <li>
        <Dot state="failed" isMute />
        <div>
          <p>
            <strong>Run {id} failed: </strong>
            {error?.reason ?? 'no reason is known.'} Lanes, briefs and corrections are as they were.
          </p>
          {error?.hint ? <p className="meta">{error.hint}</p> : null}
          {remedy === undefined ? null : <CommandLine text={remedy} name="command" />}
        </div>
        <span className="push row">
          <Button look="quiet" isSmall label="Details" onClick={() => openRun(id)} />
          <Button isSmall label="Try again" onClick={() => void startRun({ isDry: false })} />
        </span>
      </li>
    </ul>
  )
}
