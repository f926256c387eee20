// Cells of a file that spreadsheets open.

/**
 * Spreadsheets take a cell for a formula that begins with one of these, also after blanks: an apostrophe in front keeps it
 * a text (OWASP, CSV injection).
 */
const formulaStart = /^[\s\p{Cc}]*[=+\-@]|^[\t\r\n]/u

/** One line with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value === null ? '' : formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
