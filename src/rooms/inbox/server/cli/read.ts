// Reads the inbox for the commands, and finds in it what a person means.
import { printable } from '#base/printable.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { InboxAnswer, InboxItem, InboxSectionId, InboxState } from '../../contract.ts'
import { pickItem } from '../../core/pick-item.ts'
import { inboxRoutes } from '../bound-routes.ts'

type Asked = {
  readonly state: InboxState
  readonly section?: InboxSectionId | undefined
  readonly q?: string | undefined
}

/** All pages as one answer. */
export async function readAll(cli: Cli, asked: Asked): Promise<InboxAnswer> {
  const wanted = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const items: InboxItem[] = []
  for (let cursor: string | undefined; ;) {
    const query = { ...wanted, limit: maxPageLimit, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await cli.api.ask(inboxRoutes.readInbox, { query })
    items.push(...answer.items)
    if (answer.next_cursor === null) return { ...answer, items }
    cursor = answer.next_cursor
  }
}

/** Enough to choose from; more would scroll the reason away. */
const shownCandidates = 8

/** Throws `CliError` when none or more than one is meant. */
export function findItem(items: readonly InboxItem[], typed: string): InboxItem {
  const picked = pickItem(items, typed)
  if (picked.ok) return picked.value
  if (picked.error.length === 0) {
    throw new CliError('refused', `nothing that needs you is called "${typed}"`, {
      hints: ['See all of it with: orrery inbox --state all'],
    })
  }
  const shown = picked.error.slice(0, shownCandidates).map(({ id, title }) => `  ${id}  ${printable(title)}`)
  throw new CliError('refused', `"${typed}" could be ${picked.error.length} things`, {
    hints: ['Name one of them in full:', ...shown],
  })
}
