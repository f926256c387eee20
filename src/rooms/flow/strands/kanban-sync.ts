// Keeps tasks and another board alike. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'kanban-sync',
  name: 'Kanban sync',
  description: 'Keeps tasks and another board alike.',
  schedule: '*/5 * * * *',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  steps: [
    { id: 'pull', run: notYetWired },
    { id: 'merge', after: ['pull'], run: notYetWired },
    { id: 'push', after: ['merge'], run: notYetWired },
  ],
})
