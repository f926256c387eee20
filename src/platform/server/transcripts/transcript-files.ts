// Where agent programs keep what they said and did, and which file is of which conversation: found by its id, in the
// client's own folder, and by no path that anybody reports.
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { variable, type Environment } from '../config/environment.ts'
import { isMissing } from '../files/missing.ts'

/** The clients whose files are understood: lines of JSON that only grow. */
export const transcriptClients = ['code-agent', 'codex', 'gemini'] as const
/** One of them. */
export type TranscriptClient = (typeof transcriptClients)[number]

/** Whose folders: the person's home directory, and the variables by which clients are told of another place. */
export type TranscriptPlace = { readonly userHome: string; readonly environment: Environment }

/** A file of a client. `root` is the folder that it must lie in, as the disk names it. */
export type TranscriptFile = { readonly root: string; readonly path: string }

const folders: Readonly<Record<TranscriptClient, { readonly of: string; readonly movedBy: string | null }>> = {
  'code-agent': { of: '.claude/projects', movedBy: 'CLAUDE_CONFIG_DIR' },
  codex: { of: '.codex/sessions', movedBy: 'CODEX_HOME' },
  gemini: { of: '.gemini/tmp', movedBy: null },
}

/** Null for what is none of these clients. */
export function transcriptClientOf(harness: string | null): TranscriptClient | null {
  return transcriptClients.find((client) => client === harness) ?? null
}

/** The folder in which all transcripts of a client lie. A place that is not absolute is none. */
export function transcriptFolder(client: TranscriptClient, { userHome, environment }: TranscriptPlace): string {
  const { of, movedBy } = folders[client]
  const place = movedBy === null ? null : variable(environment, movedBy)
  const [, below = ''] = of.split('/')
  return place === null || !isAbsolute(place) ? join(userHome, of) : join(place, below)
}

/** Ids are letters, digits, dashes and underscores: none of them leads out of a folder. */
export function isConversationId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{7,127}$/.test(id)
}

/** Folders of one client that are looked through: more than years of work leave behind. */
const mostFolders = 20_000

/**
 * The file of a conversation below `folder`; null where there is none (yet). No folder that is a link is gone into, but
 * `folder` itself may be one. Rejects with what the file system rejects.
 */
export async function findTranscript(
  client: TranscriptClient,
  { folder, conversation }: { readonly folder: string; readonly conversation: string },
): Promise<TranscriptFile | null> {
  if (!isConversationId(conversation)) return null
  const root = await realpath(folder).catch(nullIfMissing)
  if (root === null) return null
  const isIts = nameTest(client, conversation)
  for await (const below of walks[client](root)) {
    const found = (await entriesOf(below)).find((entry) => entry.isFile() && isIts(entry.name))
    if (found !== undefined) return { root, path: join(below, found.name) }
  }
  return null
}

function nameTest(client: TranscriptClient, id: string): (name: string) => boolean {
  if (client === 'code-agent') return (name) => name === `${id}.jsonl`
  if (client === 'codex') return (name) => name.startsWith('rollout-') && name.endsWith(`-${id}.jsonl`)
  // A chat bears the beginning of its id.
  return (name) => name.startsWith('session-') && name.endsWith(`-${id.slice(0, 8)}.jsonl`)
}

type Walk = (root: string) => AsyncGenerator<string>

/** The folders in which files of the client lie: a folder for each project, or for each day, the newest first. */
const walks: Readonly<Record<TranscriptClient, Walk>> = {
  'code-agent': (root) => foldersBelow(root, 1),
  codex: (root) => foldersBelow(root, 3),
  async *gemini(root) {
    for await (const project of foldersBelow(root, 1)) yield join(project, 'chats')
  },
}

async function* foldersBelow(root: string, depth: number, left = { count: mostFolders }): AsyncGenerator<string> {
  const below = (await entriesOf(root)).filter((entry) => entry.isDirectory())
  for (const { name } of below.toSorted((one, other) => (one.name < other.name ? 1 : -1))) {
    if (left.count-- <= 0) return
    if (depth === 1) yield join(root, name)
    else yield* foldersBelow(join(root, name), depth - 1, left)
  }
}

/** A link is neither a file nor a folder here. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error) || isNoFolder(error)) return []
    throw error
  })
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error) || isNoFolder(error)) return null
  throw error
}

function isNoFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'EACCES')
}
