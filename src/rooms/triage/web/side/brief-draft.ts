// A brief while it is written.
import type { BriefSource, CreateBrief } from '../../contract.ts'

export type BriefDraft = { readonly body: string; readonly source: BriefSource; readonly tags: string }

export const blankBrief: BriefDraft = { body: '', source: 'other', tags: '' }

/** As the service takes it: `#ledger, audit` are two tags. */
export function briefFrom({ body, source, tags }: BriefDraft): CreateBrief {
  const words = tags.split(/[\s,#]+/).filter((tag) => tag !== '')
  return { source, body: body.trim(), tags: [...new Set(words)] }
}
