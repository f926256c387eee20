// What `orrery doctor --fix` mends of the hooks: those of an older version. What is not installed stays so.
import type { HookClient } from '../../core/clients.ts'
import { writeHookScripts, type ScriptSettings } from '../scripts/write-scripts.ts'
import type { HookCommand } from './install-commands.ts'
import { hooksInstalled, installHooks, settingsPathOf } from './installer.ts'
import { lookAtHooks } from './look.ts'

type Places = Omit<HookCommand, 'client'>

/** Brings scripts that are there to this version and these settings. */
export async function repairScripts(places: Places, settings: ScriptSettings): Promise<string | null> {
  const { script } = await lookAtHooks(places, settings)
  if (script.state !== 'other') return null
  const written = await writeHookScripts(places.home, settings)
  return written.length === 0 ? null : `brought ${script.file} up to date`
}

/** Adds what this version asks of a client that has a part of our hooks. */
export async function repairHooks(places: Places, client: HookClient): Promise<string | null> {
  const { home } = places
  const settingsPath = settingsPathOf(client, places)
  if ((await hooksInstalled({ client, settingsPath })) !== 'partly') return null
  const installed = await installHooks({ client, settingsPath, home })
  return installed.ok && installed.value.changed ? `brought the hooks in ${settingsPath} up to date` : null
}
