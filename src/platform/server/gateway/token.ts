// Finds the gateway's token: from our own settings, else from the gateway's own file when it is there and readable.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isLoopbackName } from '../access/loopback.ts'
import { variable, type Environment } from '../config/environment.ts'

export type FoundToken = { readonly token: string | null; readonly source: 'config' | 'gateway_file' | 'none' }
export type FindToken = () => Promise<FoundToken>

export type TokenPlaces = {
  readonly url: string
  /** `gateway.token` of our settings. */
  readonly configured: string | null
  readonly userHome: string
  /** OPENCLAW_CONFIG_PATH and OPENCLAW_STATE_DIR move the gateway's file. */
  readonly environment: Environment
}

/** Never rejects: a file that is missing, unreadable or of another form means no token. */
export function createFindToken(places: TokenPlaces): FindToken {
  const { url, configured } = places
  return async () => {
    if (configured !== null) return { token: configured, source: 'config' }
    // The file holds the token of this machine's gateway, which no other machine may learn.
    if (!isLoopbackName(new URL(url).hostname.replaceAll(/^\[|\]$/g, ''))) return none
    const token = await readOwnToken(ownFile(places))
    return token === null ? none : { token, source: 'gateway_file' }
  }
}

const none: FoundToken = { token: null, source: 'none' }

function ownFile({ userHome, environment }: TokenPlaces): string {
  const folder = variable(environment, 'OPENCLAW_STATE_DIR') ?? join(userHome, '.openclaw')
  return variable(environment, 'OPENCLAW_CONFIG_PATH') ?? join(folder, 'openclaw.json')
}

const ownFileSchema = z.object({ gateway: z.object({ auth: z.object({ token: z.string().regex(/^[!-~]+$/) }) }) })

async function readOwnToken(path: string): Promise<string | null> {
  try {
    const parsed = ownFileSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    // `${NAME}` stands for a variable of the gateway's, which is not ours to read.
    return parsed.success && !parsed.data.gateway.auth.token.startsWith('${') ? parsed.data.gateway.auth.token : null
  } catch {
    return null
  }
}
