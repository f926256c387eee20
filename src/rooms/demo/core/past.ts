// The days before: agents that have left the board and are found in its history.
import type { Chapter } from './day.ts'

const dayOfMinutes = 24 * 60

/** `dismissedAgo`: a person took it off the board. */
export type PastChapter = Chapter & { readonly ended: NonNullable<Chapter['ended']>; readonly dismissedAgo: number }

type Told = Pick<Chapter, 'tmuxSession' | 'label' | 'prompt' | 'folder'> & {
  readonly daysAgo: number
  /** Minutes that it worked. */
  readonly took: number
  readonly code?: number
  readonly did: string
  readonly says: string
}

function past({ daysAgo, took, code = 0, did, says, ...told }: Told): PastChapter {
  const startedAgo = Math.round(daysAgo * dayOfMinutes)
  return {
    ...told,
    agentType: told.tmuxSession.includes('openclaw') ? 'gateway-agent' : 'code-agent',
    startedAgo,
    reports: [[startedAgo - Math.round(took / 2), 'tool_use', did]],
    ended: { ago: startedAgo - took, code },
    output: `● ${did}\n\n● ${says}\n`,
    dismissedAgo: startedAgo - took - 30,
  }
}

export const days: readonly PastChapter[] = [
  past({
    tmuxSession: 'agent-claude-rounding',
    label: 'Find where cents get lost',
    prompt:
      'Eleven invoices of October differ from their orders by a cent. Find out why, and say it with a failing test.',
    folder: 'billing',
    daysAgo: 2.8,
    took: 95,
    did: 'Bash: npm test -- rounding',
    says: 'Tax is rounded per line and per order. The test fails as it should.',
  }),
  past({
    tmuxSession: 'agent-claude-rounding-fix',
    label: 'Round tax once',
    prompt: 'Round tax once for each order, and keep the old numbers for invoices that were sent.',
    folder: 'billing',
    daysAgo: 2.6,
    took: 70,
    did: 'Edit: src/billing/tax.ts',
    says: 'All eleven agree. Sent invoices keep their numbers.',
  }),
  past({
    tmuxSession: 'agent-openclaw-weekly',
    label: 'Write the weekly letter',
    prompt: 'Collect what was released this week and write a letter of ten lines for customers.',
    folder: 'ops',
    daysAgo: 2.1,
    took: 15,
    did: 'slack.history #releases',
    says: 'Ten lines, three links, no jargon.',
  }),
  past({
    tmuxSession: 'agent-claude-gzip',
    label: 'Read compressed exports',
    prompt: 'Let the importer read .gz and .zst files without unpacking them on disk.',
    folder: 'importer',
    daysAgo: 1.9,
    took: 130,
    code: 1,
    did: 'Bash: node --test src/zstd.test.ts',
    says: 'zstd needs a newer Node than ours. gzip works; I left the rest undone.',
  }),
  past({
    tmuxSession: 'agent-claude-errors',
    label: 'Name the line that could not be read',
    prompt: 'When a line of an import can not be read, say its number and show its first 80 characters.',
    folder: 'importer',
    daysAgo: 1.3,
    took: 60,
    did: 'Edit: src/reader.ts',
    says: 'Errors name line and column, and the import goes on.',
  }),
  past({
    tmuxSession: 'agent-openclaw-reviews',
    label: 'Read the reviews of the week',
    prompt: 'Read the app reviews of this week and group them by what hurts.',
    folder: 'ops',
    daysAgo: 1.1,
    took: 12,
    did: 'web.fetch reviews',
    says: '44 reviews: the map (19), logging in (12), the rest is praise.',
  }),
]
