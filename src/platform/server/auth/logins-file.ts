// logins.json: the pages that are logged in, with the hash of each token.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'

const storedLoginSchema = z.object({
  id: z.string(),
  /** The browser that logged in, by its User-Agent. */
  label: z.string(),
  token_sha256: z.string(),
  /** Of the worker of that browser; null where it has none. */
  decision_key_sha256: z.string().nullable().default(null),
  created_at: timestampSchema,
  last_used_at: timestampSchema,
  expires_at: timestampSchema,
})
export type StoredLogin = z.infer<typeof storedLoginSchema>

const fileSchema = z.object({ logins: z.array(storedLoginSchema) })

export const loginsPath = (home: string): string => join(home, 'logins.json')

/**
 * The stored logins; none when the file is absent. A damaged file is set aside (`setAside` names where): people then log
 * in again, which is safer than to guess. Throws for a symbolic link.
 */
export async function readLogins(home: string): Promise<{ logins: StoredLogin[]; setAside: string | null }> {
  const path = loginsPath(home)
  const text = readPrivateFile(path)
  if (text === null) return { logins: [], setAside: null }
  const parsed = fileSchema.safeParse(parseJson(text))
  if (parsed.success) return { logins: parsed.data.logins, setAside: null }
  const setAside = `${path}.damaged`
  await rename(path, setAside)
  return { logins: [], setAside }
}

export async function writeLogins(home: string, logins: readonly StoredLogin[]): Promise<void> {
  await writeAtomic(loginsPath(home), `${JSON.stringify({ logins }, null, 2)}\n`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
