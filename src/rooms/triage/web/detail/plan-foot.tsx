// What can be done with a preview: apply what it shows, or ask the model anew.
import { Check, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { sayProblem } from '#platform/web/ui/sending.ts'
import type { TriageRun } from '../../contract.ts'
import { applyPlan } from '../data/actions.ts'
import { startRun } from '../data/start-run.ts'
import { hrefOfRun } from '../triage-url.ts'

export function PlanFoot({ run }: { readonly run: TriageRun }): ReactNode {
  const { id, can_apply: canApply, applied_as: appliedAs } = run
  const [{ isSending, problem }, sender] = useSending()
  if (appliedAs !== null) {
    return (
      <span className="meta">
        This plan was applied: <Link href={hrefOfRun(appliedAs)}>run {appliedAs}</Link>.
      </span>
    )
  }
  const again = <Button icon={Eye} label="Preview again" onClick={() => void startRun({ isDry: true })} />
  if (!canApply) {
    return (
      <>
        {again}
        <span className="meta">A later run or preview took the place of this plan.</span>
      </>
    )
  }
  return (
    <Form className="plan-foot" sending={{ isSending, problem }} onSubmit={() => void sender.send(() => applyPlan(id))}>
      <FieldError id={`plan-${id}-error`} reason={problem === null ? null : sayProblem(problem)} />
      <span className="row">
        <Button
          {...(problem === null ? { look: 'primary' as const } : {})}
          type="submit"
          icon={Check}
          label={isSending ? 'Applying…' : 'Apply this plan'}
          aria-disabled={isSending}
        />
        {again}
      </span>
      <span className="meta">Writes what is shown here, without asking the model again.</span>
    </Form>
  )
}
