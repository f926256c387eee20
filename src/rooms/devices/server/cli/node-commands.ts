// `orrery node`: one hub key for all nodes. The key goes from person to person, or through a pipe, and never through PostgreSQL.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from '#base/fingerprint.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { hashOfKey } from '#platform/server/ed25519.ts'
import { lockHome } from '#platform/server/files/home-lock.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import { readPrivateFile } from '#platform/server/files/private-file.ts'
import { writeAtomicSync } from '#platform/server/files/write-atomic.ts'
import { readToldKey, type ToldKey } from '../identity/told-key.ts'

/** `url`: where the nodes share their stores; null where they don't. */
export type JoinOptions = { readonly url: string | null }

const keyFile = (home: string): string => join(home, 'hub-key')
/** The key that a join took the place of, so that a mistake can be undone by hand. */
const asideFile = (home: string): string => join(home, 'hub-key.before-join')

/** Prints the secret key, for a pipe: on a screen it would stay in its history. */
export function printKey(cli: Cli): void {
  const pem = readPrivateFile(keyFile(cli.home))
  if (pem === null) {
    throw new CliError('refused', `there is no hub key in ${cli.home}`, {
      hints: ['The first start in fabric mode makes one: DEPLOYMENT=cloud-fabric orrery start'],
    })
  }
  if (cli.process.stdout.isTTY === true) {
    throw new CliError('refused', 'this is a secret, and a terminal keeps what it shows', {
      hints: ['Run it on the machine that joins: ssh <this machine> orrery node key | orrery node join'],
    })
  }
  cli.output.result({ key: pem }, pem.trimEnd())
}

/** Makes this home a node of the hub whose key comes on stdin. Asked twice, it changes nothing. */
export async function joinHub(cli: Cli, { url }: JoinOptions): Promise<void> {
  const told = await toldBy(url)
  const { pem, publicKey } = readKey(await cli.process.readSecret())
  if (told.publicKey !== publicKey) {
    throw new CliError('refused', `this is not the hub key that devices know: the node ${told.node} told another one`, {
      hints: [`Print it there: ssh <${told.node}> orrery node key | orrery node join`],
    })
  }
  const made = makePrivateHome(cli.home)
  if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
  using lock = lockHome(cli.home)
  if (lock === null) {
    throw new CliError('already_running', `a service runs for ${cli.home}, with the key that it has`, {
      hints: ['Stop it first with: orrery service stop, or with Ctrl+C where it was started by hand.'],
    })
  }
  const path = keyFile(cli.home)
  const before = readPrivateFile(path)
  const isNew = before === null || readKey(before).publicKey !== publicKey
  if (isNew) {
    // What a first mistake put aside is kept, not what a second one would.
    if (before !== null && !existsSync(asideFile(cli.home))) renameSync(path, asideFile(cli.home))
    writeAtomicSync(path, pem)
  }
  const words = fingerprintOf(hashOfKey(publicKey))
  const text = `${isNew ? 'This home has the hub key of all nodes now.' : 'This home had the hub key of all nodes already.'}\n\n  ${words.join(' ')}`
  cli.output.result({ joined: isNew, fingerprint: words, node: told.node }, text)
  if (isNew && before !== null)
    cli.output.note('Machines that were paired with the key it had before have to be paired anew.')
  cli.output.note('Start the service in fabric mode: DEPLOYMENT=cloud-fabric orrery start')
}

async function toldBy(url: string | null): Promise<ToldKey> {
  if (url === null) {
    throw new CliError('config', 'nodes are services that share a PostgreSQL, and this one has none', {
      hints: ['Set DATABASE_URL as the other nodes have it, also for this command, and no SERVICE_STORES=home.'],
    })
  }
  const told = await readToldKey(url).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'no answer'
    throw new CliError('unavailable', `PostgreSQL can not be used: ${why}`, { hints: ['Look with: orrery doctor'] })
  })
  if (told !== null) return told
  throw new CliError('refused', 'no node has told PostgreSQL which key devices know', {
    hints: ['Start the first node in fabric mode: DEPLOYMENT=cloud-fabric orrery start'],
  })
}

type ReadKey = { readonly pem: string; readonly publicKey: string }

function readKey(text: string): ReadKey {
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') {
      const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
      return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey }
    }
  } catch {
    // What else was typed is told below.
  }
  throw new CliError('usage', 'what came on stdin is no hub key', {
    hints: ['Hand it over through a pipe: ssh <another node> orrery node key | orrery node join'],
  })
}
