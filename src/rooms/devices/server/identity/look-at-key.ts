// Doctor's look at the key by which devices know this node, beside that of the other nodes.
import { join } from 'node:path'
import { fail, ok, warn, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { readSigner } from '#platform/server/ed25519.ts'
import { otherHubHint, otherHubReason } from '../../core/keys/other-hub.ts'
import { readToldKey } from './told-key.ts'

const name = 'hub key'

export type KeyLook = { readonly home: string; readonly url: string; readonly node: string }

/** Never rejects. */
export async function lookAtKey({ home, url, node }: KeyLook): Promise<Finding> {
  try {
    const own = readSigner(join(home, 'hub-key'))
    if (own === null) return ok(name, 'none yet: the first start in fabric mode makes one')
    const told = await readToldKey(url)
    if (told === null) return ok(name, 'no other node knows devices yet')
    if (told.publicKey === own.publicKey) return ok(name, 'the one that devices of all nodes know')
    const other = { node: told.node, here: node }
    return fail(name, otherHubReason(other), otherHubHint(other))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return warn(name, `it could not be compared with that of the other nodes: ${why}`, 'Look at DATABASE_URL first.')
  }
}
