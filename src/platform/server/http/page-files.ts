// Finds the files of the built page: only regular files inside its folder, whatever the request spells.
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type PageFile = {
  readonly body: Buffer
  /** Null where compressing gains nothing. */
  readonly gzipped: Buffer | null
  readonly type: string
  readonly etag: string
}

export interface PageFiles {
  /** The file at the decoded path segments, or null. */
  find(segments: readonly string[]): Promise<PageFile | null>
}

type Cached = { readonly file: PageFile; readonly mtimeMs: number; readonly size: number }

/** Files are kept in memory once asked for; the built page is a few MB. A rebuild is noticed by time and size. */
export function createPageFiles(folder: string): PageFiles {
  const cache = new Map<string, Cached>()
  return {
    async find(segments) {
      const path = await resolveInside(folder, segments)
      const stats = path === null ? null : await stat(path)
      if (path === null || stats?.isFile() !== true) return null
      const known = cache.get(path)
      if (known?.mtimeMs === stats.mtimeMs && known.size === stats.size) return known.file
      const file = await load(path)
      cache.set(path, { file, mtimeMs: stats.mtimeMs, size: stats.size })
      return file
    },
  }
}

/** The real path, or null for what is absent, hidden, or leads outside the folder by dots or symbolic links. */
async function resolveInside(folder: string, segments: readonly string[]): Promise<string | null> {
  if (segments.some((segment) => segment.startsWith('.') || /[\0\\]/.test(segment))) return null
  try {
    const root = await realpath(folder)
    const path = await realpath(join(root, ...segments))
    return path.startsWith(root + sep) ? path : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  const codes: unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']
  return error instanceof Error && 'code' in error && codes.includes(error.code)
}

const compress = promisify(gzip)
/** Below this a packet carries the file anyway. */
const compressFromBytes = 1024

async function load(path: string): Promise<PageFile> {
  const body = await readFile(path)
  const { type, isText } = types[extname(path)] ?? { type: 'application/octet-stream', isText: false }
  const gzipped = isText && body.length >= compressFromBytes ? await compress(body) : null
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, gzipped, type, etag }
}

const text = (type: string) => ({ type: `${type}; charset=utf-8`, isText: true })
const binary = (type: string) => ({ type, isText: false })

const types: Readonly<Record<string, { readonly type: string; readonly isText: boolean }>> = {
  '.html': text('text/html'),
  '.js': text('text/javascript'),
  '.mjs': text('text/javascript'),
  '.css': text('text/css'),
  '.json': text('application/json'),
  '.map': text('application/json'),
  '.webmanifest': text('application/manifest+json'),
  '.svg': text('image/svg+xml'),
  '.txt': text('text/plain'),
  '.png': binary('image/png'),
  '.ico': binary('image/x-icon'),
  '.webp': binary('image/webp'),
  '.woff2': binary('font/woff2'),
  '.wasm': binary('application/wasm'),
}
