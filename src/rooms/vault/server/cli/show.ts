// `orrery vault` and `orrery vault recipients`: what is there, without a value of it.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Credential, Vault } from '../../contract.ts'
import { shortRecipient } from '../../core/typed.ts'
import { rotationWords } from '../../core/words.ts'
import { isProven, readVault, wordsOf } from './find.ts'

export async function listCredentials(cli: Cli): Promise<void> {
  const vault = await readVault(cli)
  const { credentials, recovery } = vault
  cli.output.result(vault, credentials.length === 0 ? '' : tableOf(cli, vault))
  if (recovery === null) cli.output.note('The vault is not set up. Set it up with: orrery vault setup')
  else if (credentials.length === 0) cli.output.note('There are none. Add one with: orrery vault add')
}

export async function listRecipients(cli: Cli): Promise<void> {
  const { recipients } = await readVault(cli)
  const table = formatTable(
    recipients,
    [
      { title: 'NAME', text: ({ label }) => label },
      { title: 'READS', text: ({ reads }) => String(reads) },
      { title: 'RECIPIENT', text: ({ recipient }) => shortRecipient(recipient) },
      { title: 'WORDS', text: (one) => (isProven(one) ? wordsOf(one) : 'NOT SIGNED BY ITS KEY') },
      { title: 'ID', text: ({ id }) => id },
    ],
    cli.output.width,
  )
  cli.output.result({ recipients }, recipients.length === 0 ? '' : table)
  cli.output.note('Compare the words with those of: orrery daemon status, on the device.')
}

function tableOf(cli: Cli, { credentials, recipients }: Vault): string {
  const labelOf = (id: string): string => recipients.find((one) => one.id === id)?.label ?? id
  return formatTable(
    credentials,
    [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'VARIABLE', text: ({ env_name: name }) => name },
      { title: 'READ BY', text: (one) => one.recipients.map(({ id }) => labelOf(id)).join(' ') || '-' },
      { title: 'HANDED TO', text: ({ harnesses }) => harnesses.join(' ') || '-' },
      { title: 'VALUE', text: ({ changed_at: at }) => `${formatDuration(systemClock.now() - fromIso(at))} old` },
      { title: '', text: marked, paint: (text) => cli.output.paint('yellow', text) },
    ],
    cli.output.width,
  )
}

const marked = ({ needs_rotation: marks }: Credential): string =>
  marks === null ? '' : `needs rotation: ${rotationWords(marks, clockText)}`
