// Writes arguments so that a POSIX shell reads them back as they are.

const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

export function shellQuote(argument: string): string {
  return plain.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
