// Looks whose hooks are installed where, and how the script stands, for the page and `orrery hook status`.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readIfThere } from '#platform/server/files/missing.ts'
import type { ClientHooksState, HooksState } from '../../contract.ts'
import { clientHooks, hookClients, type HookClient } from '../../core/clients.ts'
import { survey } from '../../core/client-file.ts'
import { wantedScript, type ScriptSettings } from '../scripts/write-scripts.ts'
import type { HookCommand } from './install-commands.ts'
import { settingsPathOf } from './installer.ts'

type Places = Omit<HookCommand, 'client'>

const scriptName = 'orrery-hook.sh'

export async function lookAtHooks(places: Places, scripts: ScriptSettings): Promise<HooksState> {
  const clients = await Promise.all(hookClients.map((client) => lookAtClient(places, client)))
  return { clients, script: await lookAtScript(places.home, scripts) }
}

async function lookAtClient(places: Places, client: HookClient): Promise<ClientHooksState> {
  const file = settingsPathOf(client, places)
  const { label, note } = clientHooks[client]
  const seen = survey(await readIfThere(file), { client, home: places.home })
  if (!seen.ok) {
    const nothing = { events: [], missing: [...clientHooks[client].events], others: 0 }
    return { client, label, file, note, ...nothing, state: 'unreadable', reason: `${file} ${seen.error.reason}` }
  }
  const { events, missing } = seen.value
  return { client, label, file, note, ...seen.value, reason: null, events: [...events], missing: [...missing] }
}

async function lookAtScript(home: string, scripts: ScriptSettings): Promise<HooksState['script']> {
  const file = join(home, 'bin', scriptName)
  const text = await readIfThere(file)
  if (text === null) return { file, state: 'missing', version: null }
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { file, state: text === (await wantedScript(scriptName, home, scripts)) ? 'current' : 'other', version }
}
