// Whether an archive may be restored by this program.
import type { Manifest } from '../contract.ts'

export type RestoreRefusal = { readonly reason: string; readonly hint: string }

/** Null when it may. `schema` is the last migration that this program knows. */
export function mayRestore(manifest: Manifest, schema: number): RestoreRefusal | null {
  if (manifest.schema <= schema) return null
  return {
    reason: `the backup is of Orrery ${manifest.version}, whose database is at version ${manifest.schema}, and this program knows ${schema}`,
    hint: `Restore it with Orrery ${manifest.version} or a newer one.`,
  }
}
