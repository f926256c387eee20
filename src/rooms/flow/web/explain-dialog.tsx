// What can't be done from here, and the command that does it: running a mirrored job, switching a strand of a file.
import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { shellWord } from '#base/shell-word.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { Strand } from '../contract.ts'
import { explained, reloadStrands, type Explained } from './actions.ts'
import { useStrand } from './strand-store.ts'
import './explain-dialog.css'

export function ExplainDialog(): ReactNode {
  const what = useValue(explained)
  return what === null ? null : <Explanation {...what} />
}

function Explanation({ kind, strandId, problem }: Explained): ReactNode {
  const strand = useStrand(strandId)
  const { hint, reason } = problem
  const command = kind === 'run' && strand !== null ? runUpstream(strand) : null
  const title = kind === 'run' ? 'This job runs in the gateway' : 'This strand is switched in its file'
  return (
    <Dialog title={title} onClose={() => explained.set(null)}>
      <div className="dialog-body explain">
        <p>{reason}</p>
        {hint === null || command !== null ? null : <p className="soft">{hint}</p>}
        {command === null ? null : (
          <div>
            <p className="label">Run it where the gateway is installed; its outcome shows here within five minutes</p>
            <CommandLine text={command} name="command" />
          </div>
        )}
        {kind === 'enabled' && strand !== null ? <NativeWays strand={strand} /> : null}
      </div>
    </Dialog>
  )
}

/** A job's id is the gateway's choice, and not read out of a sentence. */
function runUpstream({ upstream }: Strand): string | null {
  return upstream === null ? null : `openclaw cron run ${shellWord(upstream.job_id)}`
}

/** What a person does in the file, and then here: the folders are read anew by a button, and the outcome is said. */
function NativeWays({ strand }: { readonly strand: Strand }): ReactNode {
  const [wanted] = useState(!strand.enabled)
  const isDone = strand.enabled === wanted
  const field = `enabled: ${String(wanted)}`
  return (
    <>
      {strand.origin === 'builtin' ? (
        <div>
          <p className="label">It came with Orrery: put a copy of it into your folder, which wins</p>
          <CommandLine text={`orrery strand new --from ${strand.id}`} name="command" />
        </div>
      ) : (
        <div>
          <p className="label">Its file</p>
          <CommandLine text={strand.modulePath} name="path" />
        </div>
      )}
      <div>
        <p className="label">There set</p>
        <CommandLine text={field} name="setting" />
      </div>
      <p role="status" className={isDone ? undefined : 'meta'}>
        {isDone
          ? `It is ${wanted ? 'on' : 'off'} now.`
          : `It is ${wanted ? 'off' : 'on'}. Save the file, then read the folders anew.`}
      </p>
      <div className="row">
        {isDone ? (
          <Button look="primary" label="Done" onClick={() => explained.set(null)} />
        ) : (
          <Button look="primary" icon={RefreshCw} label="Read the folders anew" onClick={() => void reloadStrands()} />
        )}
      </div>
    </>
  )
}
