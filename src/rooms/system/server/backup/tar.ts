// The tar format (POSIX pax), as much of it as our archives need: regular files in, regular files out.

const blockBytes = 512
/** What the twelve octal digits of a header hold at most. */
const largestPlainSize = 0o77777777777
/** The longest name that stands in a header as it is. */
const longestPlainName = 100

export type TarEntry = { readonly path: string; readonly bytes: number; readonly mtimeMs: number }

/** What stands before the bytes of a file. */
export function tarHeader(entry: TarEntry): Buffer {
  const records = [
    ...(Buffer.byteLength(entry.path) > longestPlainName ? [paxRecord('path', entry.path)] : []),
    ...(entry.bytes > largestPlainSize ? [paxRecord('size', String(entry.bytes))] : []),
  ]
  const plain = header({ ...entry, name: Buffer.from(entry.path).subarray(0, longestPlainName), type: '0' })
  if (records.length === 0) return plain
  const text = Buffer.from(records.join(''))
  const extended = header({ ...entry, bytes: text.length, name: Buffer.from('pax'), type: 'x' })
  return Buffer.concat([extended, text, tarPadding(text.length), plain])
}

/** What stands after the bytes of a file. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)
}

/** What ends an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

function header({ name, bytes, mtimeMs, type }: TarEntry & { readonly name: Buffer; readonly type: string }): Buffer {
  const block = Buffer.alloc(blockBytes)
  name.copy(block, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${Math.min(bytes, largestPlainSize).toString(8).padStart(11, '0')}\0`, 124)
  block.write(
    `${Math.max(0, Math.floor(mtimeMs / 1000))
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** `27 path=some/long/name\n`, its own length included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  while (String(length).length + Buffer.byteLength(rest) !== length) {
    length = String(length).length + Buffer.byteLength(rest)
  }
  return `${length}${rest}`
}

/** An archive that is no tar file, that ends too early, or that holds what is no regular file. */
export class BadArchiveError extends Error {
  override readonly name = 'BadArchiveError'
}

/** A file of an archive. Its parts have to be read to their end before the next file. */
export type TarFile = { readonly path: string; readonly bytes: number; readonly parts: AsyncIterable<Buffer> }

/** The files of an archive in their order. Throws `BadArchiveError`. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const reader = new BlockReader(source)
  for (let long: Readonly<Record<string, string>> = {}; ;) {
    const block = await reader.take(blockBytes)
    if (block.every((byte) => byte === 0)) return
    const head = parseHeader(block)
    if (head.type === 'x') {
      long = parsePax((await reader.take(head.bytes)).toString())
      await reader.take(tarPadding(head.bytes).length)
      continue
    }
    if (head.type !== '0') throw new BadArchiveError(`${head.path} is no regular file`)
    const bytes = Number(long.size ?? head.bytes)
    yield { path: long.path ?? head.path, bytes, parts: reader.parts(bytes) }
    await reader.take(tarPadding(bytes).length)
    long = {}
  }
}

function parseHeader(block: Buffer): { path: string; bytes: number; type: string } {
  const text = (from: number, length: number) =>
    (block.toString('utf8', from, from + length).split('\0')[0] ?? '').trim()
  const sum = Number.parseInt(text(148, 8), 8)
  const own = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== own) throw new BadArchiveError('it is no tar archive, or it is damaged')
  const type = text(156, 1)
  return { path: text(0, 100), bytes: Number.parseInt(text(124, 12), 8), type: type === '' ? '0' : type }
}

function parsePax(text: string): Record<string, string> {
  const records: Record<string, string> = {}
  for (const { groups } of text.matchAll(/^\d+ (?<key>path|size)=(?<value>.*)$/gm)) {
    records[groups?.key ?? ''] = groups?.value ?? ''
  }
  return records
}

/** A small file as a whole. */
export async function textOfParts(parts: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString()
}

/** Cuts a stream into pieces of known sizes. */
class BlockReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.parts(bytes)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *parts(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next()
        if (done === true) throw new BadArchiveError('it ends too early')
        this.#rest = value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
