// The texts of the hook scripts, from their files or, in the bundle, from within it.
import { existsSync, readFileSync } from 'node:fs'

export const scriptNames = ['orrery-hook.sh', 'orrery-hook-fallback.sh', 'orrery-approval.sh'] as const
export type ScriptName = (typeof scriptNames)[number]

export async function scriptText(name: ScriptName): Promise<string> {
  const file = new URL(`./${name}`, import.meta.url)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  // The bundler takes .sh files in as text; Node alone could not import them.
  const { default: text } = await embedded[name]()
  return text
}

const embedded: Readonly<Record<ScriptName, () => Promise<{ readonly default: string }>>> = {
  'orrery-hook.sh': () => import('./orrery-hook.sh'),
  'orrery-approval.sh': () => import('./orrery-approval.sh'),
  'orrery-hook-fallback.sh': () => import('./orrery-hook-fallback.sh'),
}
