// Output of a session as it is told: whole letters, and of the escape sequences those that draw. As bytes: most of it passes
// as it is, and is neither decoded nor copied then.
import { isUtf8 } from 'node:buffer'
import { createSanitizer, passesAsBytes } from '#base/terminal/sanitize.ts'

/** Takes the output of one stream, cut anywhere, and answers UTF-8; a letter or sequence that is not over is kept for the next call. */
export function createCleaner(): (bytes: Buffer) => Buffer {
  const sanitizer = createSanitizer()
  let rest: Buffer = nothing
  return (bytes) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const end = endOfLetters(all)
    // A copy, so that three bytes hold no megabyte.
    rest = Buffer.from(all.subarray(end))
    const whole = all.subarray(0, end)
    if (sanitizer.isPlain && isUtf8(whole) && passesAsBytes(whole.toString('latin1'))) return whole
    return Buffer.from(sanitizer.feed(whole.toString('utf8')).text)
  }
}

const nothing = Buffer.alloc(0)

/** Where the last letter begins if it is cut, else the end. A first byte of a letter always begins anew, so that this cut changes nothing. */
function endOfLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < length ? bytes.length - back : bytes.length
  }
  return bytes.length
}
