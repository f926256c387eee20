// The id under which a mirrored run is kept: the same for the same run, another for every other.
import type { UpstreamRun } from './upstream.ts'

/** SHA-1 of a text's UTF-8 bytes and of bytes before it; 20 bytes. */
export type Sha1 = (prefix: Uint8Array, text: string) => Uint8Array

/** Of these ids alone; made once at random. */
const namespace = Uint8Array.from([
  0x6d, 0x1c, 0x3b, 0x0e, 0x52, 0x7f, 0x4a, 0x96, 0xb1, 0x08, 0xe4, 0x2d, 0x97, 0xc5, 0x3a, 0x71,
])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The upstream session's id where that is one per run; where it is shared between runs, absent or no UUID, a UUIDv5 of the
 * job's id and the time of the run. `sessionTarget` is the job's, for records that do not name their session's key.
 */
export function runIdOf(run: UpstreamRun, sessionTarget: string | null, sha1: Sha1): string {
  const { sessionId, sessionKey, jobId, runAtMs } = run
  if (sessionId !== null && uuid.test(sessionId)) {
    const isOwn =
      sessionKey === null ? (sessionTarget ?? 'isolated') === 'isolated' : sessionKey.endsWith(`:run:${sessionId}`)
    if (isOwn) return sessionId
  }
  return uuidV5(`${jobId}:${runAtMs}`, sha1)
}

/** RFC 9562, 5.5. */
function uuidV5(name: string, sha1: Sha1): string {
  const bytes = sha1(namespace, name).slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
