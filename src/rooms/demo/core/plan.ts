// What the day's agents work on: two epics with stories, and a task that stands alone.

type Status = 'backlog' | 'ready' | 'claimed' | 'in_progress' | 'review' | 'blocked' | 'done'

export type PlannedTask = {
  readonly id: string
  readonly title: string
  readonly type: 'epic' | 'story' | 'task'
  readonly priority: 'P1' | 'P2' | 'P3' | 'P4'
  readonly status: Status
  readonly parent?: string
  readonly project?: string
  readonly description?: string
  /** Minutes before the picture is taken at which it got its status. */
  readonly ago: number
}

export const plan: readonly PlannedTask[] = [
  {
    id: 'T-100',
    title: 'Billing on the new ledger',
    type: 'epic',
    priority: 'P1',
    status: 'in_progress',
    project: 'billing',
    ago: 300,
  },
  {
    id: 'T-104',
    title: 'Balances are read from the ledger',
    type: 'story',
    priority: 'P1',
    status: 'ready',
    parent: 'T-100',
    project: 'billing',
    ago: 299,
    description: `Every invoice is computed from the ledger, and the old balance table is no longer asked.

## Done when
- [x] both are written in step, behind a flag
- [ ] the backfill can be stopped and goes on where it was
- [ ] no invoice of the replay fixtures changes by a cent

> The flag stays until finance has closed the month.`,
  },
  {
    id: 'T-105',
    title: 'Write both tables in step behind a flag',
    type: 'task',
    priority: 'P1',
    status: 'done',
    parent: 'T-104',
    ago: 240,
  },
  {
    id: 'T-106',
    title: 'Drop the old balance table',
    type: 'task',
    priority: 'P4',
    status: 'backlog',
    parent: 'T-104',
    ago: 298,
  },
  {
    id: 'T-107',
    title: 'Invoices in the customer’s own currency',
    type: 'story',
    priority: 'P2',
    status: 'ready',
    parent: 'T-100',
    project: 'billing',
    ago: 280,
  },
  {
    id: 'T-108',
    title: 'Partial refunds return 502 in the vendor’s sandbox',
    type: 'task',
    priority: 'P1',
    status: 'blocked',
    parent: 'T-100',
    project: 'billing',
    ago: 185,
  },
  {
    id: 'T-109',
    title: 'Number invoices without gaps',
    type: 'task',
    priority: 'P2',
    status: 'done',
    parent: 'T-100',
    ago: 200,
  },
  {
    id: 'T-110',
    title: 'Show who changed a price',
    type: 'task',
    priority: 'P3',
    status: 'claimed',
    parent: 'T-107',
    project: 'billing',
    ago: 50,
  },
  {
    id: 'T-117',
    title: 'Imports of any size',
    type: 'epic',
    priority: 'P2',
    status: 'in_progress',
    project: 'platform',
    ago: 290,
  },
  {
    id: 'T-118',
    title: 'Large exports pass in 512 MB',
    type: 'story',
    priority: 'P1',
    status: 'ready',
    parent: 'T-117',
    project: 'platform',
    ago: 289,
  },
  {
    id: 'T-119',
    title: 'Tell how far an import has come',
    type: 'task',
    priority: 'P3',
    status: 'backlog',
    parent: 'T-118',
    project: 'platform',
    ago: 288,
  },
  {
    id: 'T-120',
    title: 'Name the line that could not be read',
    type: 'task',
    priority: 'P2',
    status: 'done',
    parent: 'T-118',
    ago: 120,
  },
  {
    id: 'T-121',
    title: 'A guide for whoever receives webhooks',
    type: 'story',
    priority: 'P3',
    status: 'ready',
    parent: 'T-117',
    project: 'platform',
    ago: 287,
  },
  {
    id: 'T-130',
    title: 'Checkout tests that never flake',
    type: 'task',
    priority: 'P2',
    status: 'ready',
    project: 'shop',
    ago: 100,
  },
]
