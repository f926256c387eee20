// The clients whose hooks a person took out: their launches install none. A file of the home, a name a line.
import { join } from 'node:path'
import { readIfThere } from '#platform/server/files/missing.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { hookClients, type HookClient } from '../../core/clients.ts'

const pathIn = (home: string): string => join(home, 'hooks-left-out')

/** Names that are none of a client's are skipped. */
export async function readLeftOut(home: string): Promise<readonly HookClient[]> {
  const lines = ((await readIfThere(pathIn(home))) ?? '').split('\n')
  return hookClients.filter((client) => lines.includes(client))
}

/** Adds the client, or takes it out of the file again. Answers why that could not be written down, or null. */
export async function leaveOut(home: string, client: HookClient, isLeftOut: boolean): Promise<string | null> {
  const made = makePrivateHome(home)
  if (!made.ok) return made.error.reason
  try {
    const before = await readLeftOut(home)
    if (before.includes(client) === isLeftOut) return null
    const after = isLeftOut ? [...before, client] : before.filter((each) => each !== client)
    await writeAtomic(pathIn(home), after.map((each) => `${each}\n`).join(''))
    return null
  } catch (error) {
    return `${pathIn(home)} could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}
