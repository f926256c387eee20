// Reads a long answer of lines and bytes, cut anywhere: a JSON object a line, and behind some of them so many bytes of their own.

/** A line, and the bytes behind it. They may be a range of what came with them. */
export type AnswerPart<T> = { readonly line: T; readonly bytes: Uint8Array }

const newline = 10
const nothing: Uint8Array = new Uint8Array(0)

/** Takes the next bytes; answers the parts that end in them. Empty lines are passed over. Throws on a line that is no JSON. */
export function createPartsReader<T>(lengthAfter: (line: T) => number): (chunk: Uint8Array) => AnswerPart<T>[] {
  const decoder = new TextDecoder()
  /** Of a line that is not over. */
  let begun = nothing
  /** A part whose bytes are not all here. */
  let open: (AnswerPart<T> & { readonly have: number }) | null = null
  return (chunk) => {
    const parts: AnswerPart<T>[] = []
    let at = 0
    while (at < chunk.length) {
      if (open !== null) {
        const { line, bytes, have } = open
        const more = chunk.subarray(at, at + bytes.length - have)
        bytes.set(more, have)
        at += more.length
        const isWhole = have + more.length === bytes.length
        if (isWhole) parts.push({ line, bytes })
        open = isWhole ? null : { line, bytes, have: have + more.length }
        continue
      }
      const end = chunk.indexOf(newline, at)
      if (end < 0) {
        begun = joined(begun, chunk.subarray(at))
        break
      }
      const text = decoder.decode(joined(begun, chunk.subarray(at, end)))
      begun = nothing
      at = end + 1
      if (text === '') continue
      const line: T = JSON.parse(text)
      const length = lengthAfter(line)
      if (length > chunk.length - at) {
        open = { line, bytes: new Uint8Array(length), have: 0 }
        continue
      }
      parts.push({ line, bytes: length === 0 ? nothing : chunk.subarray(at, at + length) })
      at += length
    }
    return parts
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
