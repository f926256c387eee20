// Asks before a run about a brief that was written and not added: that run would not read it.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { addBrief, sendRun } from '../data/actions.ts'
import { askedRun, type WantedRun } from '../data/asked-run.ts'
import { clearUnsentBrief, unsentBrief } from '../data/unsent-brief.ts'
import { briefFrom } from './brief-draft.ts'

export function UnsentBriefDialog({ wanted }: { readonly wanted: WantedRun }): ReactNode {
  const [sending, sender] = useSending()
  const brief = unsentBrief()
  const run = () => {
    close()
    void sendRun(wanted)
  }
  const addAndRun = async () => {
    if (brief !== null && !(await sender.send(() => addBrief(briefFrom(brief))))) return
    clearUnsentBrief()
    run()
  }
  const what = wanted.isDry ? 'preview' : 'run'
  return (
    <Dialog title="You have an unsent brief" onClose={close}>
      <Form sending={sending} onSubmit={() => void addAndRun()}>
        <div className="dialog-body">
          <p>It stands in its field and was not added, so this {what} would not read it. Add it?</p>
          <blockquote className="unsent-brief">{brief?.body}</blockquote>
          {sending.problem === null ? null : <ProblemView problem={sending.problem} />}
        </div>
        <footer>
          <Button look="quiet" label="Cancel" onClick={close} />
          <span className="push" />
          <Button label={`${wanted.isDry ? 'Preview' : 'Run'} without it`} onClick={run} />
          <Button
            look="primary"
            type="submit"
            label={`Add and ${what}`}
            keys="mod+Enter"
            aria-disabled={sending.isSending}
          />
        </footer>
      </Form>
    </Dialog>
  )
}

function close(): void {
  askedRun.set(null)
}
