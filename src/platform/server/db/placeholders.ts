// The places of values in a statement, as PostgreSQL writes them.

/** `?` and `?1` become `$1`; what stands within quotes stays. A text uses one of both ways. */
export function placeholders(sql: string): string {
  let count = 0
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?(\d*)/g, (found, place: string | undefined) => {
    if (place === undefined) return found
    count += 1
    return `$${place === '' ? count : place}`
  })
}
