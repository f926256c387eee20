// A believable day on a board: who was launched when, what each reported, how it ended, and how it goes on.
import type { Beat } from './score.ts'

/** Minutes before now. */
type Ago = number

export type Chapter = {
  readonly tmuxSession: string
  readonly agentType: 'code-agent' | 'gateway-agent' | 'shell'
  readonly label: string
  readonly prompt: string
  readonly startedAgo: Ago
  readonly folder: string
  readonly taskId?: string
  readonly dependsOn?: readonly string[]
  readonly interactive?: boolean
  /** What its hooks report: when, the event, and what it says. */
  readonly reports?: readonly (readonly [Ago, string, string])[]
  readonly ended?: { readonly ago: Ago; readonly code: number }
  /** Put back in the queue by a person. */
  readonly requeuedAgo?: Ago
  /** What stands on its terminal. */
  readonly output?: string
  /** What it does from now on. */
  readonly goesOn?: readonly Beat[]
}

export const day: readonly Chapter[] = [
  {
    tmuxSession: 'agent-claude-ledger',
    agentType: 'code-agent',
    label: 'Move billing to the new ledger',
    prompt:
      'Move the billing service from the old balance table to the ledger. Keep both in step behind a flag, write the backfill as a resumable job, and prove with the replay fixtures that no invoice changes by a cent.',
    startedAgo: 96,
    folder: 'billing',
    taskId: 'T-104',
    interactive: true,
    reports: [
      [95, 'tool_use', 'Read: src/billing/balance.ts'],
      [71, 'tool_use', 'Edit: src/billing/ledger/backfill.ts'],
      [38, 'tool_use', 'Bash: npm test -- billing'],
      [23, 'to_review', 'The migration rewrites 3 tables. Run it on staging?'],
    ],
    output: `● All 214 billing tests pass, the replay differs in no invoice.

● Bash(psql staging -f migrations/0042_ledger.sql)
  └  Waiting for permission…

  This rewrites balances, invoices and payouts on staging.
  Do you want to proceed?
  ❯ 1. Yes
    2. No, and tell Claude what to do differently
`,
    goesOn: [
      { listen: true },
      { say: '● Running the migration on staging.' },
      { wait: 12 },
      { tool: ['Bash', 'psql staging -f migrations/0042_ledger.sql'] },
      { say: '  214 files of fixtures replayed, no invoice differs.' },
      { wait: 20 },
      { tool: ['Bash', 'npm test -- billing'] },
      { wait: 15 },
      { say: '● The ledger holds every balance of staging. The flag is still off.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-checkout',
    agentType: 'code-agent',
    label: 'Fix the flaky checkout test',
    prompt: 'checkout.spec.ts fails about once in twenty runs. Find the race and fix it, not the test.',
    startedAgo: 31,
    folder: 'shop',
    taskId: 'T-130',
    interactive: true,
    reports: [
      [30, 'tool_use', 'Bash: npx vitest run checkout --repeat 40'],
      [17, 'tool_use', 'Edit: src/cart/debounce.ts'],
      [6, 'to_review', 'The cart flushed before its debounce ended. Fixed, 200 runs pass. Open a pull request?'],
    ],
    goesOn: [
      { listen: true },
      { tool: ['Bash', 'gh pr create --fill'] },
      { wait: 14 },
      { say: '● Opened: “The cart waits for its debounce”. 200 runs pass.' },
    ],
  },
  {
    tmuxSession: 'nightly-audit',
    agentType: 'shell',
    label: 'Audit dependencies',
    prompt: 'npm audit --audit-level=high && npm outdated',
    startedAgo: 44,
    folder: 'shop',
    ended: { ago: 43, code: 1 },
    output: `# npm audit report

tar-stream  <3.1.8
Severity: high
fix available via \`npm audit fix\`

1 high severity vulnerability
`,
    goesOn: [{ tool: ['Bash', 'npm audit'] }, { wait: 20 }, { say: 'found 0 vulnerabilities' }],
  },
  {
    tmuxSession: 'agent-openclaw-incidents',
    agentType: 'gateway-agent',
    label: 'Summarise yesterday’s incidents',
    prompt: 'Read the incident channel of yesterday and write five sentences for the stand-up.',
    startedAgo: 12,
    folder: 'ops',
    reports: [
      [11, 'tool_use', 'slack.history #incidents'],
      [9, 'failed', 'the model server answered 503'],
    ],
    goesOn: [
      { wait: 15 },
      { tool: ['slack.history', '#incidents'] },
      { wait: 15 },
      { say: '● One incident: the card terminal at 14:10, nine minutes.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-importer',
    agentType: 'code-agent',
    label: 'Port the importer to streams',
    prompt:
      'The importer reads whole files into memory. Port it to streams so that a 4 GB export passes in 512 MB, and keep the error lines with their numbers.',
    startedAgo: 72,
    folder: 'importer',
    taskId: 'T-118',
    reports: [
      [70, 'tool_use', 'Read: src/reader.ts'],
      [41, 'tool_use', 'Edit: src/reader.ts'],
      [2, 'tool_use', 'Bash: node --test src/reader.test.ts'],
    ],
    goesOn: [
      { wait: 35 },
      { tool: ['Edit', 'src/reader.ts'] },
      { wait: 40 },
      { tool: ['Bash', 'node --test src/reader.test.ts'] },
      { wait: 45 },
      { tool: ['Bash', 'node bench/import.ts --size 4g'] },
      { wait: 40 },
      { say: '● 4.1 GB in 96 s at 311 MB resident. Error lines keep their numbers.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-webhooks',
    agentType: 'code-agent',
    label: 'Write the webhook guide',
    prompt:
      'Write docs/webhooks.md for people who receive our webhooks: signatures, retries, and an example in three languages.',
    startedAgo: 18,
    folder: 'docs',
    taskId: 'T-121',
    reports: [[4, 'tool_use', 'Write: docs/webhooks.md']],
    goesOn: [
      { wait: 25 },
      { tool: ['Read', 'src/webhooks/sign.ts'] },
      { wait: 50 },
      { tool: ['Edit', 'docs/webhooks.md'] },
      { wait: 60 },
      { ask: 'The retry table in the old wiki says 5 tries, the code says 8. Which one shall the guide promise?' },
      { tool: ['Edit', 'docs/webhooks.md'] },
      { wait: 10 },
      { say: '● docs/webhooks.md: signatures, retries, three examples.' },
    ],
  },
  {
    tmuxSession: 'search-load',
    agentType: 'shell',
    label: 'Load test the search endpoint',
    prompt: 'k6 run --vus 200 --duration 30m load/search.js',
    startedAgo: 9,
    folder: 'search',
    output: `     execution: local
        script: load/search.js

running (08m52.1s), 200/200 VUs, 184023 complete and 0 interrupted iterations
default   [=======>------------------------] 200 VUs  08m52.1s/30m0s
`,
    goesOn: [
      { wait: 60 },
      { say: 'running (09m52.4s), 200/200 VUs, 205611 complete and 0 interrupted iterations' },
      { wait: 90 },
      { say: 'running (11m22.0s), 200/200 VUs, 238044 complete and 0 interrupted iterations' },
      { wait: 120 },
      { say: '     http_req_duration..: avg=31.2ms p(95)=88.1ms' },
      { leave: 0 },
    ],
  },
  {
    tmuxSession: 'agent-openclaw-mail',
    agentType: 'gateway-agent',
    label: 'Sort the new support mail',
    prompt: 'Go through the unread support mail, label it, and draft answers where the docs already have one.',
    startedAgo: 3,
    folder: 'ops',
    reports: [[1, 'tool_use', 'gmail.search is:unread label:support']],
    goesOn: [
      { wait: 20 },
      { tool: ['gmail.label', 'refund ×4, invoice ×7'] },
      { wait: 45 },
      { tool: ['gmail.draft', 'Re: Where is my invoice?'] },
      { wait: 50 },
      { say: '● 31 mails labelled, 9 drafts wait for you.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-accounts',
    agentType: 'code-agent',
    label: 'Rename user to account in the API',
    prompt:
      'Rename user to account across the public API, with the old names still accepted and a warning header for a release.',
    startedAgo: 1,
    folder: 'api',
    reports: [[0.2, 'tool_use', 'Grep: \\buser_id\\b']],
    goesOn: [
      { wait: 30 },
      { tool: ['Edit', 'src/routes/accounts.ts'] },
      { wait: 55 },
      { tool: ['Bash', 'npm test -- api'] },
      { wait: 70 },
      { tool: ['Edit', 'docs/migration.md'] },
      { wait: 60 },
      { ask: 'Three partners still send user_id in headers. Accept it there for a release, too?' },
      { tool: ['Edit', 'src/middleware/headers.ts'] },
      { wait: 10 },
      { say: '● 64 files, old names answer with a warning header.' },
    ],
  },
  {
    tmuxSession: 'deploy-staging',
    agentType: 'shell',
    label: 'Deploy to staging',
    prompt: './deploy.sh staging --wait',
    startedAgo: 15,
    folder: 'importer',
    dependsOn: ['T-118'],
    goesOn: [
      { say: 'deploying build 1187 to staging' },
      { wait: 25 },
      { say: 'health check 1/3 … ok' },
      { wait: 20 },
      { say: 'done in 45 s' },
    ],
  },
  {
    tmuxSession: 'agent-openclaw-announce',
    agentType: 'gateway-agent',
    label: 'Announce the release',
    prompt: 'Post the release notes to #announcements and answer questions for an hour.',
    startedAgo: 14,
    folder: 'docs',
    dependsOn: ['T-118', 'T-121'],
    goesOn: [
      { tool: ['slack.post', '#announcements'] },
      { wait: 60 },
      { tool: ['slack.reply', '“does it read gzip, too?”'] },
      { wait: 45 },
      { say: '● Posted, three questions answered.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-flags',
    agentType: 'code-agent',
    label: 'Remove the old feature flags',
    prompt: 'Remove the flags that have been on for everybody since spring, with their dead branches.',
    startedAgo: 130,
    folder: 'shop',
    ended: { ago: 118, code: 0 },
    requeuedAgo: 20,
    goesOn: [
      { tool: ['Grep', 'isEnabled('] },
      { wait: 40 },
      { tool: ['Edit', 'src/flags.ts'] },
      { wait: 30 },
      { say: '● 11 flags and 640 lines are gone.' },
    ],
  },
  {
    tmuxSession: 'agent-claude-node24',
    agentType: 'code-agent',
    label: 'Upgrade to Node 24',
    prompt: 'Upgrade the services to Node 24, run everything, and list what the changelog says we should look at.',
    startedAgo: 39,
    folder: 'api',
    reports: [[14, 'tool_use', 'Bash: npm test --workspaces']],
    ended: { ago: 8, code: 0 },
  },
  {
    tmuxSession: 'invoice-numbers',
    agentType: 'shell',
    label: 'Backfill invoice numbers',
    prompt: 'node scripts/backfill-invoices.mjs --since 2024-01 --batch 500',
    startedAgo: 52,
    folder: 'billing',
    ended: { ago: 35, code: 0 },
  },
  {
    tmuxSession: 'agent-claude-onboarding',
    agentType: 'code-agent',
    label: 'Draft the onboarding mails',
    prompt: 'Draft the three onboarding mails in our tone, plain text, each under 120 words.',
    startedAgo: 150,
    folder: 'docs',
    ended: { ago: 141, code: 0 },
  },
]
