// `orrery strand new`: a strand to begin with, in the folder from which the service loads a person's own.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { Strand } from '../../contract.ts'
import { findStrand } from './api.ts'
import { copyText, exampleText } from './strand-text.ts'

export type NewOptions = { readonly from?: string }

const goodId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Works while the service is down, unless a strand is copied. Refuses to write over a file. */
export async function newStrand(cli: Cli, id: string | null, { from }: NewOptions): Promise<void> {
  if (id === null && from === undefined) {
    throw new CliError('usage', 'give the new strand an id', { hints: ['As in: orrery strand new nightly-report'] })
  }
  const source = from === undefined ? null : copyable(await findStrand(cli, from))
  const ownId = id ?? source?.id ?? ''
  if (!goodId.test(ownId)) {
    throw new CliError('usage', `"${ownId}" is no id: letters, digits and . _ - are, and a letter or digit is first`)
  }
  const file = join(cli.home, 'workflows', `${ownId}.ts`)
  await write(file, source === null ? exampleText(ownId) : copyText(source, ownId))
  cli.output.result({ id: ownId, file }, file)
  cli.output.note(`Edit it, then: orrery strand reload && orrery strand run ${ownId} --follow`)
}

function copyable(strand: Strand): Strand {
  if (strand.origin === 'builtin') return strand
  const hint =
    strand.origin === 'user'
      ? `It is a file of yours already: cp ${shellWord(strand.modulePath)} …`
      : 'It mirrors a job of the gateway, which has its own commands.'
  throw new CliError('refused', `${strand.id} is no built-in strand`, { hints: [hint] })
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CliError('refused', `${file} is there already`, { hints: ['Edit that one, or choose another id.'] })
    }
    throw error
  }
}
