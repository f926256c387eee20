/** One word for a POSIX shell that means exactly `text`, whatever it holds (but NUL, which no argument can hold). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
