// Checks figures for planning as they are delivered. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'fpa-validator',
  name: 'FPA validator',
  description: 'Checks figures for planning as they are delivered.',
  schedule: null,
  triggerType: 'webhook',
  enabled: false,
  seed: true,
  requiredCapabilities: ['has-returnpro-creds'],
  steps: [
    { id: 'receive', run: notYetWired },
    { id: 'validate', after: ['receive'], run: notYetWired },
    { id: 'report', after: ['validate'], run: notYetWired },
  ],
})
