// What the page takes from the approvals room.
import { ShieldCheck } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { approvalsFollower } from './approval-store.ts'
import { approvalsPath } from './approval-url.ts'
import { UnsentHost } from './decide/unsent-host.ts'

export { openAsks } from './approval-store.ts'
export { Asks } from './asks.tsx'
export { ApprovalPortsContext, type ApprovalPorts } from './ports.ts'

const ApprovalsPage = lazyPart(() => import('./page/approvals-page.tsx').then(({ ApprovalsPage }) => ApprovalsPage))

/** What agents ask to be allowed: on cards, in panels, and on a page of its own for each. */
export const approvalsRoom: PageRoom = {
  name: 'approvals',
  followers: [approvalsFollower],
  tabs: [
    {
      id: 'approvals',
      label: 'Approvals',
      path: `${approvalsPath}/:id?`,
      icon: ShieldCheck,
      modes: ['legacy', 'fabric'],
      key: 'p',
      isUnlisted: true,
      Page: ApprovalsPage,
    },
  ],
  palette: () => import('./palette-source.ts').then(({ approvalSource }) => [approvalSource]),
  Host: UnsentHost,
}
