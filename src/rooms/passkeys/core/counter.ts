// What the counter of a signature tells (WebAuthn, 6.1.1): one that does not grow was signed by a copy, or before.

/** Passkeys that are carried between devices count nothing: theirs stays 0. */
export function hasGrown(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before
}
