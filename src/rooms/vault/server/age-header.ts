// What the hub can say of an age file without a key: whether it is one, and to how many X25519 recipients.

const begin = '-----BEGIN AGE ENCRYPTED FILE-----\n'
const end = '-----END AGE ENCRYPTED FILE-----'

/** Null for what is no armored age file to such recipients alone: a value that somebody forgot to encrypt gets no further. */
export function recipientsOf(armored: string): number | null {
  const text = armored.trim()
  if (!text.startsWith(begin) || !text.endsWith(end)) return null
  const body = text.slice(begin.length, -end.length)
  if (!/^(?:[A-Za-z0-9+/=]{1,64}\n)+$/.test(body)) return null
  const file = Buffer.from(body, 'base64').toString('latin1')
  const header = /^age-encryption\.org\/v1\n(?<stanzas>(?:-> X25519 \S{43}\n\S{43}\n)+)--- \S{43}\n/.exec(file)
  const stanzas = header?.groups?.stanzas ?? null
  return stanzas === null ? null : stanzas.split('-> X25519 ').length - 1
}
