// The line that a person types on the machine that is to be paired.
import { writeInvitation, type Invitation } from './code.ts'
import { readHubAddress } from './hub-address.ts'

/** It works as it stands: where the address has no https, it says that this is meant. */
export function writePairCommand(origin: string, invitation: Invitation): string {
  const line = `orrery daemon pair ${origin} ${writeInvitation(invitation)}`
  return reachOf(origin) === 'no_https' ? `${line} --insecure` : line
}

/** The address of the hub in that line. */
export function hubOf(command: string): string {
  return command.split(' ')[3] ?? ''
}

/** Who can use such a line: machines anywhere, those of a network that is trusted, or this one alone. */
export type Reach = 'anywhere' | 'no_https' | 'this_machine'

export function reachOf(origin: string): Reach {
  const address = readHubAddress(origin)
  if (address === null || !address.isSafe) return 'no_https'
  return address.isOfThisMachine ? 'this_machine' : 'anywhere'
}
