// The brief that stands in its field and was not added yet.
import { drafts } from '#platform/web/drafts/use-draft.ts'
import { fieldsOf, textOfFields } from '#platform/web/drafts/form-draft.ts'
import { blankBrief, type BriefDraft } from '../side/brief-draft.ts'

/** Under which the field keeps what is written. */
export const briefDraftKey = 'brief'

/** Null while nothing is written. */
export function unsentBrief(): BriefDraft | null {
  const draft = drafts.get(briefDraftKey)
  const fields = fieldsOf(blankBrief, draft?.text ?? null)
  return fields.body.trim() === '' ? null : fields
}

/** Once it was added: the source stays, notes of one sort come together. */
export function clearUnsentBrief(): void {
  const { source } = fieldsOf(blankBrief, drafts.get(briefDraftKey)?.text ?? null)
  drafts.keep(briefDraftKey, textOfFields(blankBrief, { ...blankBrief, source }), textOfFields(blankBrief, blankBrief))
}
