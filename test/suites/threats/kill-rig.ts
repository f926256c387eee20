// What the tests of R1 share: the shim that ends a service at a chosen write point, and what must hold afterwards.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestHome } from '../../support/home.ts'
import type { Answer } from '../../support/http.ts'
import type { StartOptions } from '../../support/service.ts'

/** Options for a service that dies at its n-th write point, counted from 1. */
export function dyingAt(point: number): StartOptions {
  const shim = join(import.meta.dirname, 'kill-points.mjs')
  return { nodeOptions: ['--import', shim], env: { ORRERY_DIE_AT: String(point) } }
}

/** Options for a service that keeps into the folder what a death at each of its write points would leave of its home. */
export function copyingInto(folder: string): StartOptions {
  return { nodeOptions: dyingAt(0).nodeOptions ?? [], env: { ORRERY_COPY_POINTS: folder } }
}

/** Every JSON file of the home is whole, whenever the service died. */
export async function assertNothingTorn(place: TestHome, where: string): Promise<void> {
  const names = await readdir(place.home).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const text = await readFile(join(place.home, name), 'utf8')
    assert.doesNotThrow(() => void JSON.parse(text), `${name} is torn at ${where}: ${text.slice(-200)}`)
  }
}

/** A start clears away what lives before it left half-written. */
export async function assertNoLeftOvers(place: TestHome): Promise<void> {
  const names = [...(await readdir(place.home)), ...(await readdir(join(place.home, 'bin')))]
  assert.deepEqual(
    names.filter((name) => name.endsWith('.tmp')),
    [],
  )
}

export function accepted(answer: Answer): Answer {
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`)
  return answer
}

/** Whether a request failed because its connection ended without an answer. */
export function isCutOff(error: unknown): boolean {
  const codes = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
