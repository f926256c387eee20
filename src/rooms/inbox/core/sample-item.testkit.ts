// Items for tests: everything set, so that a test names only what it is about.
import type { InboxItem, InboxMark } from '../contract.ts'

const at = '2026-11-20T10:00:00.000Z'

export const seen: InboxMark = { kind: 'seen', at }
export const snoozed = (until: string | null): InboxMark => ({ kind: 'snoozed', at, until })
/** That many minutes after ten. */
export const minute = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()

export function sampleItem(fields: Partial<InboxItem> & { readonly id: string }): InboxItem {
  const [type = 'session', id = ''] = fields.id.split(':')
  return {
    kind: 'failed',
    subject: { type: type === 'task' || type === 'run' || type === 'strand' ? type : 'session', id },
    moment: at,
    since: at,
    title: fields.id,
    text: null,
    cause: null,
    about: null,
    found_by: [],
    task_id: null,
    device_id: null,
    times: 1,
    again: null,
    mark: null,
    asks_until: null,
    ...fields,
  }
}
