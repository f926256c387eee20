// Comma-separated values (RFC 4180), with the line ends and the byte order mark that programs add.

export type CsvProblem = { readonly line: number; readonly reason: string }

/** Rows of cells; empty lines are left out. A quote that never ends is a problem. */
export function parseCsv(text: string): { readonly rows: readonly CsvRow[]; readonly problem: CsvProblem | null } {
  const scan: Scan = { text: text.replace(/^\uFEFF/, ''), at: 0, line: 1 }
  const rows: CsvRow[] = []
  while (scan.at < scan.text.length) {
    const line = scan.line
    const cells = readRow(scan)
    if (cells === null) return { rows, problem: { line, reason: 'a quote is opened and never closed' } }
    if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells })
  }
  return { rows, problem: null }
}

export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

type Scan = { readonly text: string; at: number; line: number }

function readRow(scan: Scan): string[] | null {
  const cells: string[] = []
  for (;;) {
    const cell = scan.text[scan.at] === '"' ? readQuoted(scan) : readPlain(scan)
    if (cell === null) return null
    cells.push(cell)
    if (scan.text[scan.at] !== ',') break
    scan.at += 1
  }
  if (scan.text[scan.at] === '\r') scan.at += 1
  if (scan.text[scan.at] === '\n') scan.at += 1
  scan.line += 1
  return cells
}

const plainEnd = /[,\r\n]/g

function readPlain(scan: Scan): string {
  plainEnd.lastIndex = scan.at
  const end = plainEnd.exec(scan.text)?.index ?? scan.text.length
  const cell = scan.text.slice(scan.at, end)
  scan.at = end
  return cell
}

/** A doubled quote stands for one; text after the closing quote is kept, as spreadsheets do. */
function readQuoted(scan: Scan): string | null {
  let cell = ''
  let from = scan.at + 1
  for (;;) {
    const end = scan.text.indexOf('"', from)
    if (end === -1) return null
    cell += scan.text.slice(from, end)
    if (scan.text[end + 1] !== '"') {
      scan.at = end + 1
      break
    }
    cell += '"'
    from = end + 2
  }
  scan.line += cell.split('\n').length - 1
  return cell + readPlain(scan)
}
