// One plain setting as a value.
import type { Result } from '#base/result.ts'
import { integerValue, type Kind } from './value-kinds.ts'

export type Setting<T> = {
  /** Place in config.json, dotted. */
  readonly path: string
  readonly kind: Kind<T>
  readonly fallback: (home: string) => T
  /** How the guide names a default that depends on the home or is made later. */
  readonly fallbackText?: string
  readonly env: string | null
  /** For a variable that sets only a part of the value; `present` is what default and file gave. */
  readEnv?(text: string, present: T): Result<T, string>
  /** Whether config.json may hold it: the rest describes the process, or is a secret that a shared file should not hold. */
  readonly inFile: boolean
  readonly secret: boolean
  /** The service takes it at its start alone; all others are in force as soon as the file is written. */
  readonly atStart: boolean
  /** Decides who gets in: to change it takes the ACCESS_TOKEN itself. */
  readonly guarded: boolean
  /** The secret that was meant for this address, and goes with it. */
  readonly secretOfUrl: string | null
  readonly doc: string
}

/** The form that nearly all settings have. */
type Plain<T> = Pick<Setting<T>, 'path' | 'kind' | 'doc'> & { readonly fallback: NoInfer<T> } & Partial<
    Pick<Setting<T>, 'env' | 'readEnv' | 'inFile' | 'secret' | 'atStart' | 'guarded' | 'secretOfUrl' | 'fallbackText'>
  >

/** Most settings stand in the file, are no secret, and are in force as soon as they are written. */
export function setting<T>({ fallback, ...plain }: Plain<T>): Setting<T> {
  const { inFile = true } = plain
  const usual = { env: null, secret: false, atStart: !inFile, guarded: false, secretOfUrl: null }
  return { ...usual, ...plain, inFile, fallback: () => fallback }
}

/** A number of days that something is kept. */
export const keptDays = (plain: Omit<Plain<number>, 'kind'>): Setting<number> =>
  setting({ ...plain, kind: integerValue(1, 3650) })
