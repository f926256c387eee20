// Compares returns with their bookings each night. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'returnpro-audit',
  name: 'ReturnPro audit',
  description: 'Compares returns with their bookings each night.',
  schedule: '0 0 * * *',
  triggerType: 'cron',
  enabled: false,
  seed: true,
  requiredCapabilities: ['has-returnpro-creds'],
  steps: [
    { id: 'fetch', run: notYetWired },
    { id: 'compare', after: ['fetch'], run: notYetWired },
    { id: 'report', after: ['compare'], run: notYetWired },
  ],
})
