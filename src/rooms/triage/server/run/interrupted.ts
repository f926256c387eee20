// What is said of a run whose process died.
import type { RunError } from '../stores/runs.ts'

export const interrupted: RunError = {
  code: 'interrupted',
  reason: 'The service ended during the run. Nothing was changed.',
  hint: 'Run it again.',
}
