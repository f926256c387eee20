// The demo's shell scripts, from their files or, in the bundle, from within it.
import { existsSync, readFileSync } from 'node:fs'

export async function shellText(name: 'actor.sh' | 'sweep.sh'): Promise<string> {
  const file = new URL(`./${name}`, import.meta.url)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  // The bundler takes .sh files in as text; Node alone could not import them.
  const { default: text } = name === 'actor.sh' ? await import('./actor.sh') : await import('./sweep.sh')
  return text
}
