// Copies what the service keeps to another place each night. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'backup-runner',
  name: 'Backup runner',
  description: 'Copies what the service keeps to another place each night.',
  schedule: '0 3 * * *',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  steps: [
    { id: 'snapshot', run: notYetWired },
    { id: 'upload', after: ['snapshot'], run: notYetWired },
    { id: 'prune', after: ['upload'], run: notYetWired },
  ],
})
