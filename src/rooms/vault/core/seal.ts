// Encrypts and opens values by the age library, which whoever calls brings: the page, the command line, a device.

/** As much of the library as is used. */
export type AgeLibrary = {
  readonly Encrypter: new () => {
    addRecipient(recipient: string): void
    encrypt(text: string): Promise<Uint8Array>
  }
  readonly Decrypter: new () => {
    addIdentity(identity: string): void
    decrypt(file: Uint8Array, form: 'text'): Promise<string>
  }
  readonly armor: { encode(file: Uint8Array): string; decode(text: string): Uint8Array }
}

/** The armored file that any of the recipients opens. */
export async function seal(age: AgeLibrary, value: string, recipients: readonly string[]): Promise<string> {
  const encrypter = new age.Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return age.armor.encode(await encrypter.encrypt(value))
}

/** The value; null for an identity that it is not encrypted to, and for what is no such file. */
export async function open(age: AgeLibrary, ciphertext: string, identity: string): Promise<string | null> {
  try {
    const decrypter = new age.Decrypter()
    decrypter.addIdentity(identity)
    return await decrypter.decrypt(age.armor.decode(ciphertext), 'text')
  } catch {
    // The library says no more than that none matched.
    return null
  }
}
