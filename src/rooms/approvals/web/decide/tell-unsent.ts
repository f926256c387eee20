// A page that was left sends what waited; where that did not arrive, the next page says so. It sends nothing by itself.
import { call } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { readApproval } from '../../api.ts'
import { visible } from '../../core/visible.ts'
import { openApproval } from '../approval-url.ts'
import { createUnsentList, storageOfTab } from './unsent-list.ts'

/** Reasons take longer to read than news, and this one begs a look. */
const lastsMs = 20_000

export async function tellUnsent(): Promise<void> {
  for (const { id, summary } of createUnsentList(storageOfTab()).takeAll()) {
    const answer = await call(readApproval, { params: { id } })
    if (answer.ok && answer.value.approval.state !== 'open') continue
    toast({
      tone: 'blocked',
      title: answer.ok ? 'Not sent: the page was left first. It still waits.' : 'Nobody knows whether it was sent.',
      text: visible(summary),
      lastsMs,
      action: { label: 'Look again', run: () => openApproval(id) },
    })
  }
}
