// A team's open tasks, what a model says of them, and what a person added, for pictures of triage.
import type { SaidOfTask } from '../../test/support/fake-triage-model.ts'

export type OpenTask = {
  readonly id: string
  readonly title: string
  readonly project: string
  readonly priority: 'P1' | 'P2' | 'P3' | 'P4'
  readonly status: 'backlog' | 'ready' | 'in_progress' | 'claimed' | 'review' | 'blocked'
  /** Impact, urgency, confidence, effort: before the brief and after it. */
  readonly parts: readonly [number, number, number, number]
  readonly later?: readonly [number, number, number, number]
}

export const openTasks: readonly OpenTask[] = [
  task('SHOP-412', 'Orders with two vouchers are charged twice', ['shop', 'P1', 'blocked'], [5, 4, 4, 2], [5, 5, 5, 2]),
  task('SHOP-398', 'Checkout in one page for returning customers', ['shop', 'P1', 'in_progress'], [5, 3, 4, 2]),
  task('OPS-77', 'Renew the certificate of the partner gateway', ['ops', 'P2', 'ready'], [3, 4, 5, 1]),
  task('BOOK-51', 'Month-end report in under a minute', ['books', 'P2', 'in_progress'], [4, 3, 4, 2], [4, 5, 4, 2]),
  task('DOCS-19', 'Write down what happened on the 9th', ['docs', 'P2', 'review'], [3, 4, 4, 2]),
  task('BOOK-54', 'Match bank lines with invoices that were split', ['books', 'P2', 'in_progress'], [4, 3, 3, 2]),
  task('SHOP-405', 'Error messages in Polish, Czech and Hungarian', ['shop', 'P3', 'ready'], [3, 3, 4, 2]),
  task('FIELD-8', 'Show both versions when a visit was edited twice', ['field', 'P2', 'ready'], [3, 2, 4, 2]),
  task('SHOP-377', 'Show which card was used on the receipt', ['shop', 'P3', 'claimed'], [2, 3, 5, 3]),
  task('BOOK-60', 'Holidays of four more countries in due dates', ['books', 'P3', 'ready'], [3, 3, 3, 3]),
  task('OPS-71', 'Build images for arm64 with a warm cache', ['ops', 'P3', 'backlog'], [3, 2, 3, 3]),
  task('BOOK-33', 'Move ledgers older than ten years to the archive', ['books', 'P4', 'backlog'], [2, 1, 4, 2]),
  task('FIELD-3', 'A darker map for drivers at night', ['field', 'P4', 'backlog'], [2, 1, 3, 2]),
]

export const briefs = [
  { source: 'meeting', body: 'The auditors come on the 1st, two weeks early. They want the month-end report live.' },
  { source: 'slack', body: 'The payment partner confirms the double charge; a fix is promised “this week”.' },
  { source: 'email', body: 'Five customers in Brno cannot read the voucher error. Support asks for a date.' },
  { source: 'news', body: 'The runner vendor ends its old image at the end of January.' },
] as const

export const tagsOfBriefs: readonly (readonly string[])[] = [['books', 'audit'], ['checkout'], ['i18n'], ['ci']]

export function saidOf({ parts, later = parts }: OpenTask, isLater: boolean): SaidOfTask {
  const [impact, urgency, confidence, effort] = isLater ? later : parts
  return { impact, urgency, confidence, effort, reason: 'Customers feel it, and little stands in its way.' }
}

/** Chores that fill LATER and leave hundreds in no lane. */
export function chores(count: number): OpenTask[] {
  const verbs = ['Tidy up', 'Look into', 'Measure', 'Rewrite']
  const things = ['the billing path', 'the search index', 'the mail queue', 'the upload form', 'the old importer']
  return Array.from({ length: count }, (_, at) => {
    const title = `${verbs[at % 4]} ${things[at % 5]}, part ${Math.floor(at / 20) + 1}`
    return task(`CHORE-${at + 1}`, title, ['chores', 'P4', 'backlog'], [1 + (at % 3), 1 + (at % 2), 3, 3])
  })
}

type Words = readonly [project: string, priority: OpenTask['priority'], status: OpenTask['status']]

function task(
  ...[id, title, [project, priority, status], parts, later]: readonly [
    id: string,
    title: string,
    words: Words,
    parts: OpenTask['parts'],
    later?: OpenTask['parts'],
  ]
): OpenTask {
  return { id, title, project, priority, status, parts, ...(later === undefined ? {} : { later }) }
}
