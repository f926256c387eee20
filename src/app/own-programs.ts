// Programs of harnesses that a setting of this machine chose. Apart, since a daemon at rest loads nothing of what starts them.
import type { Config } from '#platform/server/config/config.ts'

/** By the harness; empty where the usual ones are meant. */
export function ownPrograms({ assistant: { command } }: Pick<Config, 'assistant'>): { 'mother-llm'?: string } {
  const [program] = command
  return program === undefined ? {} : { 'mother-llm': program }
}
