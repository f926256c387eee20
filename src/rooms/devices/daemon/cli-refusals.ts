// What the daemon's commands refuse with, each in one wording.
import { CliError } from '#platform/server/cli/cli-error.ts'

/** The code comes from the hub, and the line that it shows is run here. */
export function notPaired(): CliError {
  return new CliError('unavailable', 'this machine is not paired with a hub', {
    hints: [
      'Make a code on the hub, on its page of devices or with: orrery devices pair',
      'Then run what it shows here.',
    ],
  })
}
