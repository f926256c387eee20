// Finds the one-time code of a login link.

const codeInFragment = /[#&]login=([^&\s]+)/
const bareCode = /^[A-Za-z0-9_-]{6,200}$/

/** The code in a fragment (`#login=…`), in a whole pasted link, or the bare code itself; null when there is none. */
export function findLoginCode(text: string): string | null {
  const trimmed = text.trim()
  const match = codeInFragment.exec(trimmed)?.[1]
  if (match !== undefined) return decode(match)
  return bareCode.test(trimmed) ? trimmed : null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
