// What doctor says of the PostgreSQL that nodes share, from what it found there.

/** What was seen over one connection. */
export type PostgresSeen = {
  /** As `server_version_num`: 150004 is 15.4. */
  readonly version: number
  readonly encoding: string
  /** Whether this user may make schemas there. */
  readonly mayCreate: boolean
  readonly isEncrypted: boolean
  /** Whether the address names this machine itself. */
  readonly isLoopback: boolean
  /** What a notification told to its own connection. */
  readonly hearsNotices: boolean
  /** Connections that it takes in all, without those for its own keeper. */
  readonly connections: number
  /** Nodes that were heard within a day, this one counted. */
  readonly nodes: number
  /** How far the clock of this machine is ahead of PostgreSQL's. */
  readonly aheadMs: number
}

/** A sentence, and what to do. `isBroken`: nothing works before it is mended. */
export type PostgresTrouble = { readonly isBroken: boolean; readonly says: string; readonly hint: string }

/** PostgreSQL 15 is what is tested. */
const oldest = 150_000
/** As the guide says: up to ten, one for its name, one for its heartbeat, and one for what nodes ask each other. */
const connectionsOfNode = 13
/** Presence and schedules go by clocks, and are told apart by seconds. */
const mostAheadMs = 30_000

/** The worst first; none when all is well. */
export function troublesOf(seen: PostgresSeen): PostgresTrouble[] {
  const needed = seen.nodes * connectionsOfNode
  const found: (PostgresTrouble | null)[] = [
    unless(seen.hearsNotices, {
      isBroken: true,
      says: 'its notifications do not arrive, as behind a pooler that hands out connections by transaction',
      hint: 'Give DATABASE_URL the address of PostgreSQL itself, or of a pooler by session.',
    }),
    unless(seen.mayCreate, {
      isBroken: true,
      says: 'this user may not make schemas in that database',
      hint: 'Let its owner run: GRANT CREATE ON DATABASE <name> TO <user>',
    }),
    unless(seen.encoding === 'UTF8', {
      isBroken: true,
      says: `that database keeps texts as ${seen.encoding}, which does not hold every letter`,
      hint: "Make one that does: CREATE DATABASE <name> ENCODING 'UTF8' TEMPLATE template0",
    }),
    unless(seen.version >= oldest, {
      isBroken: false,
      says: `PostgreSQL ${versionText(seen.version)} is older than what is tested`,
      hint: 'Use PostgreSQL 15 or newer.',
    }),
    unless(seen.isEncrypted || seen.isLoopback, {
      isBroken: false,
      says: 'what goes there over the network is not encrypted, its password among it',
      hint: 'Put ?sslmode=verify-full at the end of DATABASE_URL, and let PostgreSQL serve TLS.',
    }),
    unless(needed <= seen.connections, {
      isBroken: false,
      says: `${seen.nodes} nodes take up to ${needed} connections, and it allows ${seen.connections}`,
      hint: `Raise max_connections there to ${Math.ceil(needed / 50) * 50}, and start it anew.`,
    }),
    unless(Math.abs(seen.aheadMs) <= mostAheadMs, {
      isBroken: false,
      says: `the clock of this machine is ${Math.round(Math.abs(seen.aheadMs) / 1000)} s ${seen.aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's`,
      hint: 'Let both follow a time server: a slot of a schedule is run by whoever is ahead.',
    }),
  ]
  return found.filter((each) => each !== null)
}

const unless = (isFine: boolean, trouble: PostgresTrouble): PostgresTrouble | null => (isFine ? null : trouble)

/** `15.4` */
export function versionText(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`
}
