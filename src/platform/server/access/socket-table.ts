// Reads Linux's tables of TCP sockets (/proc/net/tcp and tcp6) as text: which user holds the other end of a local connection.

/** An address as Node writes it: `127.0.0.1`, `::1`, `::ffff:127.0.0.1`. */
export type SocketEnd = { readonly address: string; readonly port: number }

/** A socket seen from the program that holds it. */
export type SocketEnds = { readonly local: SocketEnd; readonly remote: SocketEnd }

export type SocketTable = 'tcp' | 'tcp6'

/** The text of a table. Rejects with the system's error. */
export type ReadTable = (table: SocketTable) => Promise<string>

/** Numbers stand in the tables as the machine holds them in memory (`os.endianness()`). */
export type ByteOrder = 'LE' | 'BE'

/** How the row of a socket begins in the table; null for a socket that the table cannot list. IPv4 may stand in either table. */
export function rowStart({ local, remote }: SocketEnds, table: SocketTable, order: ByteOrder): string | null {
  const [ours, theirs] = [local, remote].map(({ address, port }) => {
    const hex = addressIn(address, table, order)
    return hex === null ? null : `${hex}:${port.toString(16).toUpperCase().padStart(4, '0')}`
  })
  return typeof ours === 'string' && typeof theirs === 'string' ? `: ${ours} ${theirs} ` : null
}

/**
 * The user that holds the socket whose row begins so: its uid, `let_go` when no program holds it any more, null when it is
 * not listed. A socket that was let go is listed as root's, so uid 0 counts only beside an inode.
 */
export function holderOf(table: string, start: string): number | 'let_go' | null {
  const from = table.indexOf(start)
  if (from === -1) return null
  const end = table.indexOf('\n', from)
  const [, , , , , , uid, , inode] = table.slice(from + 2, end === -1 ? undefined : end).split(/ +/)
  if (uid === undefined || inode === undefined || !/^\d+$/.test(uid) || !/^\d+$/.test(inode)) return null
  return uid === '0' && inode === '0' ? 'let_go' : Number(uid)
}

const mapped = '::ffff:'

function addressIn(address: string, table: SocketTable, order: ByteOrder): string | null {
  if (address === '::1') return table === 'tcp6' ? words([0, 0, 0, 1], order) : null
  const dotted = address.toLowerCase().startsWith(mapped) ? address.slice(mapped.length) : address
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(dotted)?.slice(1).map(Number)
  if (bytes === undefined) return null
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return words(table === 'tcp' ? [value] : [0, 0, 0xffff, value], order)
}

function words(values: readonly number[], order: ByteOrder): string {
  return values
    .map((value) => {
      const bytes = value.toString(16).toUpperCase().padStart(8, '0').match(/../g) ?? []
      return (order === 'LE' ? bytes.toReversed() : bytes).join('')
    })
    .join('')
}
