// Reads an answer of another server without ever holding more of it than a limit.

/** Null as soon as the answer is known to be larger; what is left of it is let go. */
export async function readBody(response: Response, limitBytes: number): Promise<string | null> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > limitBytes || response.body === null) {
    await response.body?.cancel()
    return response.body === null ? '' : null
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the stream.
  for await (const part of response.body) {
    bytes += part.length
    if (bytes > limitBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
