// The words of the vault, on the page and in a terminal.
import type { Harness } from '#base/harness/adapter.ts'
import type { Credential, Exposure } from '../contract.ts'

/** `day` writes a moment. */
export function rotationWords(marks: readonly Exposure[], day: (iso: string) => string): string {
  return `readable by ${marks.map(({ label, until }) => `${label} until ${day(until)}`).join(', ')}`
}

type Adapters = Readonly<Record<Harness, { readonly credentials: readonly string[] }>>

/** Those of its harnesses whose allowlist does not name its variable: they are handed nothing. */
export function deafHarnesses(
  { harnesses, env_name: name }: Pick<Credential, 'harnesses' | 'env_name'>,
  adapters: Adapters,
) {
  return harnesses.filter((harness) => !adapters[harness].credentials.includes(name))
}
