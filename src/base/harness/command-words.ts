// Words that a launch adds to a client's command: a model, a conversation to go on with, what its hooks need.
import { adapterOfCommand } from './catalog.ts'

/** Behind the program and its subcommand, where every option may stand. A program that is none of the clients keeps its command. */
export function withWords(template: readonly string[], words: readonly string[]): readonly string[] {
  const adapter = adapterOfCommand(template)
  if (adapter === null || words.length === 0) return template
  const at = adapter.subcommands.includes(template[1] ?? '') ? 2 : 1
  return template.toSpliced(at, 0, ...words)
}

/** Fills the one name in braces that such words have. The values come from the outside and stay one argument each. */
export function wordsFor(words: readonly string[], name: 'model' | 'conversation', value: string): string[] {
  return words.map((word) => word.replaceAll(`{${name}}`, () => value))
}
