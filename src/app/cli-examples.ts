// Examples under the help of a command: lines as people type them. A test parses each of them.
import type { Command } from 'commander'
import { asTyped, type OwnCommand } from '#base/own-command.ts'

/** By the words that name the command; what a line does stands behind it. */
const examplesOf: Readonly<Record<string, readonly string[]>> = {
  launch: [
    "orrery launch code-agent 'mend the flaky login test' --task T-12",
    'orrery launch code-agent --interactive --dir ~/src/shop',
    "orrery launch shell 'npm test' --label 'Tests of main'",
    "orrery launch shell './deploy.sh' --after T-12     # starts once T-12 is done",
    'orrery launch code-agent - < prompt.md',
  ],
  ls: [
    'orrery ls --watch',
    'orrery ls --state awaiting_review failed',
    'orrery ls --harness mother-llm',
    "orrery ls --json | jq -r '.sessions[].tmux_session'",
  ],
  attach: ['orrery attach agent-claude-x1', 'orrery attach agent-claude-x1 --read-only'],
  logs: ['orrery logs agent-claude-x1 --follow', 'orrery logs agent-claude-x1 -n 500 | less'],
  send: [
    "orrery send agent-claude-x1 'yes, and add a test'",
    'orrery send agent-claude-x1 - < review.md',
    "orrery send agent-claude-x1 --no-enter 'git push'",
  ],
  stop: ['orrery stop agent-claude-x1 --wait', 'orrery stop --force agent-claude-x1     # what goes on after Ctrl+C'],
  restart: ['orrery restart agent-claude-x1'],
  resume: ['orrery resume agent-claude-x1'],
  requeue: ['orrery requeue agent-claude-x1'],
  dismiss: ['orrery dismiss agent-claude-x1', 'orrery dismiss --completed'],
  fuel: ['orrery fuel --by model', 'orrery fuel --by session --from 2026-11-01 --csv > november.csv'],
  'fuel budgets': ['orrery fuel budgets'],
  'fuel budgets set': [
    'orrery fuel budgets set --usd 55 --at-limit stop',
    'orrery fuel budgets set --per session --tokens 3M --at-limit hold',
  ],
  demo: ['orrery demo', 'orrery demo --for 10m'],
  home: ['orrery home --since 8h'],
  inbox: [
    'orrery inbox --section failed',
    "orrery inbox -q 'shop 529'",
    'orrery inbox --check && echo nobody needs me',
  ],
  approvals: ['orrery approvals', "orrery approvals 'Incident review'"],
  approve: ["orrery approve 'Incident review'", "orrery approve 'Incident review' --suggestion 1"],
  deny: ["orrery deny 'Incident review' --reason 'Use the other database.'"],
  derived: ["orrery derived 'Incident review'", "orrery derived 'Incident review' --json"],
  replay: [
    "orrery replay 'Incident review' --speed 16 --skip-waits",
    "orrery replay 'Incident review' --from 1:20 --speed 4 --skip-waits",
  ],
  transcript: [
    "orrery transcript 'Incident review'",
    "orrery transcript 'Incident review' --follow",
    "orrery transcript 'Incident review' --markdown > review.md",
  ],
  'node key': ['orrery node key | ssh cellar orrery node join'],
  'node join': ['orrery node join < hub-key'],
  passkeys: ['orrery passkeys'],
  'passkeys rename': ["orrery passkeys rename 'Chrome on Linux' Laptop"],
  'passkeys remove': ['orrery passkeys remove Laptop'],
  notify: ['orrery notify'],
  'notify rules': [
    'orrery notify rules failed --delay 60 --channels push,slack',
    'orrery notify rules needs_you --quiet 22:00-07:30',
    'orrery notify rules blocked --off',
  ],
  'notify test': ['orrery notify test push'],
  'notify deliveries': ['orrery notify deliveries --state failed', 'orrery notify deliveries --check'],
  'notify retry': ['orrery notify retry 8x2k1m9q4w7e3r5t'],
  'notify subscriptions': ['orrery notify subscriptions'],
  'inbox seen': ['orrery inbox seen --all', "orrery inbox seen 'Port job' --group"],
  'inbox snooze': [
    "orrery inbox snooze 'Incident review' 1h",
    "orrery inbox snooze 'Incident review' 18:30",
    "orrery inbox snooze 'Incident review' change     # until it asks something else, or ends",
  ],
  'inbox back': ["orrery inbox back 'Incident review'"],
  history: ['orrery history --state failed --since 2026-11-01', 'orrery history show agent-claude-x1'],
  'history again': ['orrery history again agent-claude-x1'],
  'history purge': ['orrery history purge agent-claude-x1 --yes'],
  activity: [
    'orrery activity --follow',
    'orrery activity --kind session.failed --since 2h',
    'orrery activity --export csv > activity.csv',
  ],
  ask: ['orrery ask "What should I look at before lunch?"', 'orrery ask --models'],
  search: ['orrery search voucher twice', 'orrery search \'"charged twice"\' --kind output'],
  task: ["orrery task add 'Mend the flaky login test' --priority P2", 'orrery task set T-12 --status blocked'],
  'task import': ['orrery task import issues.json --project shop --dry-run', 'orrery task import - < todo.md'],
  'task ls': ["orrery task ls --status ready --project shop -q 'login'"],
  'brief add': ["orrery brief add 'The auditors come on the 1st' --source meeting --tag audit"],
  triage: ['orrery triage run', 'orrery triage show now', 'orrery triage explain T-12', 'orrery triage lock T-12 now'],
  'triage override': ["orrery triage override T-12 urgency 5 --reason 'the auditors come earlier'"],
  'strand run': [
    'orrery strand run docs-drift-check --follow',
    'orrery strand run release --input \'{"version":"2.1"}\'',
  ],
  'strand new': ['orrery strand new nightly', 'orrery strand new --from docs-drift-check'],
  vault: ['orrery vault'],
  'vault add': [
    'orrery vault add ANTHROPIC_API_KEY --device forge atlas < key.txt',
    "orrery vault add 'Codex of the team' --env OPENAI_API_KEY --to codex --device forge",
  ],
  'vault rotate': ['orrery vault rotate ANTHROPIC_API_KEY < key.txt'],
  'vault allow': ['orrery vault allow ANTHROPIC_API_KEY atlas < recovery.txt'],
  'vault revoke': ['orrery vault revoke forge'],
  'hook install': ['orrery hook install', 'orrery hook install codex'],
  'hook send': ["orrery hook send to_review --tmux agent-mine --metadata 'May I push?'"],
  'mcp install': ['orrery mcp install', 'orrery mcp install codex'],
  settings: ['orrery settings set model.name qwen2.5-coder:7b', 'orrery settings get model.name'],
  backup: ['orrery backup --keep 7', 'orrery backup --list'],
  migrate: [
    'orrery migrate --to postgres --dry-run',
    'orrery migrate --to postgres postgres://orrery@db.example/orrery',
  ],
  'system logs': ['orrery system logs --level warn --follow'],
}

/** Shows them under the help, with the name by which this machine types our command. */
export function addExamples(program: Command, own: OwnCommand): void {
  program.addHelpText('afterAll', ({ command }) => {
    const lines = examplesOf[pathOf(command)] ?? []
    return lines.length === 0 ? '' : asTyped(['', 'Examples:', ...lines.map((line) => `  ${line}`)].join('\n'), own)
  })
}

/** For tests: every example with the command that it stands under. */
export const allExamples = (): readonly (readonly [string, readonly string[]])[] => Object.entries(examplesOf)

/** `inbox snooze`; empty for the program itself. */
function pathOf(command: Command): string {
  const { parent } = command
  if (parent === null) return ''
  return [pathOf(parent), command.name()].filter((part) => part !== '').join(' ')
}
