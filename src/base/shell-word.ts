// Writes arguments into lines that people copy, so that a POSIX shell reads them back as they are.

const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

/** One word of a line to copy: as it is where a shell reads it so, else in quotes. */
export function shellWord(argument: string): string {
  return plain.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

/** A whole command as a line to copy. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ')
}
