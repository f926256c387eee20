// Keeps the last 10 MB of a session's output: a small shell program at the end of tmux's pipe, and its reader.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { artifactPaths } from './artifacts.ts'

/** dd writes what it read at once and takes exactly this much from the pipe, so nothing is lost between two of them. */
const blockBytes = 4096
const blocksPerPass = 256
/** Rotated at 4 MiB, a file ends below 5 MiB and two of them below 10 MiB. */
const rotateAtBytes = 4 * 1024 * 1024

/**
 * `sh <script> <log>` with the output on stdin. Two processes of 1 MB each, where a Node process would take 40; and it
 * works without the service, which may be down while agents run. A log that was removed or replaced by a link ends it: it
 * is held open, so that it does not come back. A full disk costs output, but the pipe is emptied all the same, since tmux
 * keeps in memory what is not read.
 */
export const recorderScript = `#!/bin/sh
# Keeps the last 10 MB of what comes on stdin in "$1" and "$1.1".
log=$1
umask 077
[ -f "$log" ] && [ ! -h "$log" ] || exit 0
exec 3>>"$log"
before=0
[ ! -s "$log" ] || before=$(wc -c <"$log")
while [ -f "$log" ] && [ ! -h "$log" ]; do
  if [ "$before" -ge ${rotateAtBytes} ]; then
    mv -f -- "$log" "$log.1" || exit 0
    exec 3>"$log"
    before=0
  fi
  if dd bs=${blockBytes} count=${blocksPerPass} 2>/dev/null >&3; then
    after=$(wc -c <"$log") || exit 0
    [ "$after" -gt "$before" ] || exit 0
    before=$after
  else
    dd bs=${blockBytes} count=${blocksPerPass} 2>/dev/null >/dev/null
  fi
done
`

/**
 * The last `tailBytes` of what a session's agent wrote to its terminal, escape sequences included; the first character may
 * be cut. Null when there is no log, or something that is no plain file in its place.
 */
export async function readLog(
  home: string,
  sessionId: string,
  { tailBytes }: { readonly tailBytes: number },
): Promise<Buffer | null> {
  const paths = artifactPaths(home, sessionId)
  if (paths === null) return null
  // The newer file first: when they are rotated in between, the older one is at worst the same and adds nothing.
  await using newer = await openLog(paths.log)
  await using older = await openLog(paths.olderLog)
  if (newer === null && older === null) return null
  const end = newer === null ? Buffer.alloc(0) : await readTail(newer, tailBytes)
  if (older === null || end.length >= tailBytes || (newer !== null && (await isSameFile(newer, older)))) return end
  return Buffer.concat([await readTail(older, tailBytes - end.length), end])
}

async function openLog(path: string): Promise<FileHandle | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return file
    await file.close()
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')) return null
    throw error
  }
}

async function readTail(file: FileHandle, bytes: number): Promise<Buffer> {
  const { size } = await file.stat()
  const wanted = Math.min(size, bytes)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, size - wanted)
  return buffer.subarray(0, bytesRead)
}

async function isSameFile(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [a, b] = await Promise.all([one.stat(), other.stat()])
  return a.ino === b.ino && a.dev === b.dev
}
