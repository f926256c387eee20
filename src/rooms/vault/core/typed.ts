// What people type: a value, the recovery identity, and the part of it that shows that they kept it.

/** Fewer characters can't be found again in what an agent says without hiding half of it. */
export const shortestValue = 8
/** Longest value, in bytes of UTF-8: its ciphertext fits into a start. */
export const longestValue = 8192
const shownLength = 6

/** Why it can't be kept; null for one that can. */
export function problemOfValue(value: string): string | null {
  if (value.includes('\0')) return 'must not hold a NUL character'
  if (value.trim().length < shortestValue)
    return `must have at least ${shortestValue} characters, to be masked in what agents say`
  return value.length > longestValue ? `must have at most ${longestValue} characters` : null
}

/** As it was pasted: without the line break at its end that a file or a terminal adds. */
export function valueTyped(text: string): string {
  return text.replace(/\r?\n$/, '')
}

/** The identity in what was pasted, a whole file of it too; null where there is none. */
export function identityIn(text: string): string | null {
  return /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/.exec(text.toUpperCase())?.[0] ?? null
}

/** Whether somebody has the identity before the eyes who typed the last six characters of it. */
export function showsIdentity(typed: string, identity: string): boolean {
  return typed.trim().toUpperCase() === identity.slice(-shownLength)
}

/** The file that is kept: age reads it as it is. */
export function recoveryFile(identity: string, recipient: string, day: string): string {
  return `# Orrery vault, ${day}\n# public key: ${recipient}\n${identity}\n`
}

/** A recipient where there is little room for it. */
export function shortRecipient(recipient: string): string {
  return `${recipient.slice(0, 16)}…${recipient.slice(-6)}`
}
