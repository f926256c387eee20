// Writes arguments into lines for a POSIX shell, so that it reads them back as they are.

const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

/** One word that means exactly `text`, whatever it holds (but NUL, which no argument can hold). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** One word of a line to copy: as it is where a shell reads it so, else in quotes. */
export function shellWord(argument: string): string {
  return plain.test(argument) ? argument : shellQuoted(argument)
}

/** A whole command as a line to copy. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ')
}
