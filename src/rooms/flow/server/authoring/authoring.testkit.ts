// A home with files of a person's own, and a strand source on it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from '#platform/server/log/log.ts'
import type { StepCall, StrandSource } from '../loaded-strand.ts'
import { createStrandSource } from './create-strand-source.ts'
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'

export interface AuthoringHome extends AsyncDisposable {
  readonly path: string
  readonly source: StrandSource
}

/** Files by their path below the home. */
export async function makeAuthoringHome(files: Readonly<Record<string, string>>): Promise<AuthoringHome> {
  const path = await mkdtemp(join(tmpdir(), 'orrery-authoring-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), text)
  }
  const source = createStrandSource({
    home: path,
    builtins: [builtin],
    hostName: 'a-host',
    stepApi: { baseUrl: () => 'http://127.0.0.1:9', token: 'a-token' },
    env: { PATH: '/bin', ACCESS_TOKEN: 'a-secret', SERVICE_STORE_KEY: 'a-secret', GREETING: 'hello' },
    log: silentLog,
    importLimitMs: 5000,
  })
  return {
    path,
    source,
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      await rm(path, { recursive: true, force: true })
    },
  }
}

const builtin = defineStrand({
  id: 'built-in',
  steps: [{ id: 'say', run: ({ input }) => `hello ${JSON.stringify(input)}` }],
})

export function stepCall(call: Partial<StepCall>): StepCall {
  return {
    runId: 'run-1',
    strandId: 'strand',
    stepId: 'step',
    attempt: 1,
    input: null,
    results: {},
    signal: new AbortController().signal,
    output: () => {},
    ...call,
  }
}
