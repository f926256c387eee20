// Publishes a post once it is approved. A seed: its steps are drawn and not yet wired.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { notYetWired } from './lib/not-yet-wired.ts'

export default defineStrand({
  id: 'social-publisher',
  name: 'Social publisher',
  description: 'Publishes a post once it is approved.',
  schedule: null,
  triggerType: 'webhook',
  enabled: false,
  seed: true,
  steps: [
    { id: 'receive', run: notYetWired },
    { id: 'format', after: ['receive'], run: notYetWired },
    { id: 'publish', after: ['format'], run: notYetWired },
  ],
})
