// Who comes later: the parts that the director gives out, one after the other, for as long as the demo lasts.
import type { Beat } from './score.ts'
import type { Chapter } from './day.ts'

export type Role = Pick<Chapter, 'label' | 'prompt' | 'folder'> & {
  readonly name: string
  readonly agentType: 'code-agent' | 'gateway-agent'
  /** A task that is filed for it, and that it is linked to. */
  readonly task: string
  readonly beats: readonly Beat[]
}

export const cast: readonly Role[] = [
  {
    name: 'claude-currency',
    agentType: 'code-agent',
    label: 'Show prices in the customer’s currency',
    prompt: 'Show prices in the customer’s own currency, by the rate of the order and never of today.',
    folder: 'shop',
    task: 'Prices in the customer’s own currency',
    beats: [
      { tool: ['Read', 'src/prices/format.ts'] },
      { wait: 35 },
      { tool: ['Edit', 'src/prices/format.ts'] },
      { wait: 45 },
      { tool: ['Bash', 'npm test -- prices'] },
      { wait: 30 },
      { ask: 'Orders from before March have no rate. Show those in euro, or leave the line out?' },
      { wait: 12 },
      { tool: ['Edit', 'src/prices/old-orders.ts'] },
      { wait: 15 },
      { say: '● Done, with 23 new tests.' },
    ],
  },
  {
    name: 'openclaw-standup',
    agentType: 'gateway-agent',
    label: 'Prepare the stand-up',
    prompt: 'Say in five lines what changed since yesterday and who waits for whom.',
    folder: 'ops',
    task: 'Stand-up of today',
    beats: [
      { tool: ['github.search', 'merged:>yesterday'] },
      { wait: 40 },
      { tool: ['slack.history', '#dev'] },
      { wait: 50 },
      { say: '● Five lines, two names.' },
    ],
  },
  {
    name: 'claude-index',
    agentType: 'code-agent',
    label: 'Rebuild the search index without a pause',
    prompt: 'Rebuild the index beside the live one, then swap them. Searches must not notice.',
    folder: 'search',
    task: 'The index is rebuilt without a pause',
    beats: [
      { tool: ['Grep', 'createIndex('] },
      { wait: 45 },
      { tool: ['Write', 'src/index/swap.ts'] },
      { wait: 60 },
      { tool: ['Bash', 'node --test src/index'] },
      { wait: 25 },
      { say: '● swap.test.ts fails: the alias is taken. I give up here.' },
      { leave: 1 },
    ],
  },
  {
    name: 'claude-copy',
    agentType: 'code-agent',
    label: 'Rewrite error messages for people',
    prompt: 'Every message says what is wrong and what to do next. No codes, no blame.',
    folder: 'shop',
    task: 'Error messages that help',
    beats: [
      { tool: ['Grep', 'throw new UserError'] },
      { wait: 30 },
      { tool: ['Edit', 'src/errors/checkout.ts'] },
      { wait: 40 },
      { tool: ['Edit', 'src/errors/login.ts'] },
      { wait: 40 },
      { ask: '“Something went wrong” stands in 14 places where nobody knows what went wrong. Log and show an id?' },
      { wait: 15 },
      { say: '● 61 messages, and an id where there is nothing better.' },
    ],
  },
  {
    name: 'openclaw-invoices',
    agentType: 'gateway-agent',
    label: 'Chase unpaid invoices',
    prompt: 'Draft friendly reminders for invoices that are two weeks late. Send nothing.',
    folder: 'ops',
    task: 'Reminders for late invoices',
    beats: [
      { tool: ['sheets.read', 'invoices!A:F'] },
      { wait: 55 },
      { tool: ['gmail.draft', '6 reminders'] },
      { wait: 45 },
      { say: '● Six drafts, none sent.' },
    ],
  },
  {
    name: 'claude-a11y',
    agentType: 'code-agent',
    label: 'Make the order form work by keyboard',
    prompt: 'The order form must be usable by keyboard alone and read out in a sensible order.',
    folder: 'shop',
    task: 'The order form works by keyboard',
    beats: [
      { tool: ['Read', 'src/order/form.tsx'] },
      { wait: 50 },
      { tool: ['Edit', 'src/order/form.tsx'] },
      { wait: 60 },
      { tool: ['Bash', 'npx playwright test order'] },
      { wait: 40 },
      { say: '● Tab order follows the page, and errors are read out.' },
    ],
  },
]

/** What an agent does that the visitor launches. */
export const guestBeats: readonly Beat[] = [
  { say: '● I am an actor: nothing is really done here.' },
  { wait: 4 },
  { tool: ['Read', 'README.md'] },
  { wait: 8 },
  { tool: ['Edit', 'src/index.ts'] },
  { wait: 8 },
  { ask: 'The tests pass. Shall I go on with the documentation, too?' },
  { wait: 5 },
  { tool: ['Edit', 'docs/guide.md'] },
  { wait: 5 },
  { say: '● Done.' },
]

/** News for triage, over and over. */
export const news = [
  { source: 'slack', body: 'Partial refunds fail for a second partner since this morning.' },
  { source: 'meeting', body: 'The auditors come two weeks early and want the ledger live.' },
  { source: 'email', body: 'A customer with 4 GB exports asks when they will pass.' },
  { source: 'personal', body: 'The flaky checkout test cost us two releases this week.' },
] as const
