// service.json: where the service of a home listens, for the command line and for a second service that must refuse.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile } from './private-file.ts'
import { writeAtomicSync } from './write-atomic.ts'

const serviceInfoSchema = z.object({
  pid: z.number().int().positive(),
  /** Base URL for callers on this machine; null while the service starts. */
  url: z.url().nullable(),
  /** Port of the hook listener in force; null while the service starts. */
  hook_port: z.number().int().nullable(),
  /** When the service started, milliseconds since the epoch. */
  started_at_ms: z.number(),
})
export type ServiceInfo = z.infer<typeof serviceInfoSchema>

export const serviceInfoPath = (home: string): string => join(home, 'service.json')

/** Replaces the file atomically. Only the holder of the home's lock writes it. */
export function writeServiceInfo(home: string, info: ServiceInfo): void {
  writeAtomicSync(serviceInfoPath(home), `${JSON.stringify(info)}\n`)
}

/** The last service's address, or null without a readable one. It may have been killed: ask the lock before trusting it. */
export function readServiceInfo(home: string): ServiceInfo | null {
  try {
    const text = readPrivateFile(serviceInfoPath(home))
    return text === null ? null : (serviceInfoSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

export function removeServiceInfo(home: string): void {
  rmSync(serviceInfoPath(home), { force: true })
}
