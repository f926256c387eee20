// Looks for texts in the whole memory of a process of ours, as somebody with a core dump would. Linux alone.
import { open, readFile } from 'node:fs/promises'

const partBytes = 8 * 1024 * 1024

/** Those of the texts that its memory holds, as bytes or as UTF-16; null where the system shows no memory. */
export async function textsInMemory(pid: number, texts: readonly string[]): Promise<string[] | null> {
  const found = new Set<string>()
  try {
    const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
    await using memory = await open(`/proc/${pid}/mem`, 'r')
    for (const line of maps.split('\n')) {
      const range = /^(?<from>[0-9a-f]+)-(?<to>[0-9a-f]+) rw/.exec(line)?.groups
      if (range === undefined) continue
      await scan(memory, [Number.parseInt(range.from ?? '', 16), Number.parseInt(range.to ?? '', 16)], (part) => {
        for (const text of texts)
          if (part.includes(text) || part.includes(Buffer.from(text, 'utf16le'))) found.add(text)
      })
    }
  } catch {
    // No Linux, or one that lets nobody look.
    return null
  }
  return [...found]
}

type Memory = Awaited<ReturnType<typeof open>>

async function scan(
  memory: Memory,
  [from, to]: readonly [number, number],
  look: (part: Buffer) => void,
): Promise<void> {
  const overlap = 64 * 1024
  for (let at = from; at < to; at += partBytes - overlap) {
    const part = Buffer.alloc(Math.min(partBytes, to - at))
    try {
      const { bytesRead } = await memory.read(part, 0, part.length, at)
      look(part.subarray(0, bytesRead))
    } catch {
      // A page that was given back meanwhile.
      return
    }
    if (at + part.length >= to) return
  }
}
