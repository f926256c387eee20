/** Ends an exhaustive switch: the compiler refuses a forgotten member, and a value from outside the type throws. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
