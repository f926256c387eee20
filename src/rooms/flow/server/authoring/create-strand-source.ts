// Where strands come from: the built-in ones, and those of the user's files, whose bodies run in processes of their own.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Json } from '#base/json.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { LoadError } from '../../contract.ts'
import type { DefinitionProblem } from '../../core/validate.ts'
import type { LoadedStrand, StepCall, StrandSource } from '../loaded-strand.ts'
import { bodiesOf, type Body } from './builtin-body.ts'
import { installEntry } from '#platform/server/sandbox/install-entry.ts'
import { listModules } from '#platform/server/sandbox/list-modules.ts'
import type { Strand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { problemLine } from './problem-line.ts'
import { readDefinition } from './read-definition.ts'
import { importLimitMs, readModules, type ReadModule } from '#platform/server/sandbox/read-modules.ts'
import { Runner } from '#platform/server/sandbox/runner.ts'
import { RunnerPool } from '#platform/server/sandbox/runner-pool.ts'
import { workerEnvironment } from '#platform/server/sandbox/worker-environment.ts'
import { describeModule } from '#platform/server/sandbox/worker/describe-module.ts'
import type { ApiSettings, Sources } from '#platform/server/sandbox/worker/messages.ts'

export type StrandSourceOptions = {
  readonly home: string
  readonly builtins: readonly Strand[]
  /** The machine's name, as built-in steps are told it. */
  readonly hostName: string
  /** Where `ctx.api` calls; asked for each step, since the port is known only once the service listens. */
  readonly stepApi: { readonly baseUrl: () => string; readonly token: string }
  /** Environment of the service; its secrets are kept from the user's code. */
  readonly env: Environment
  readonly log: Log
  /** How long one module's import may take; the default is for people, tests are less patient. */
  readonly importLimitMs?: number
}

type Loaded = Awaited<ReturnType<StrandSource['load']>>

/** A folder of a thousand strands takes longer to check than others should have to wait. */
const maxSliceMs = 8

/** The folder of the user's strands, below the home. */
const workflowsFolder = 'workflows'

export function createStrandSource(options: StrandSourceOptions): StrandSource {
  return new FileStrandSource(options)
}

class FileStrandSource implements StrandSource {
  readonly #options: StrandSourceOptions
  /** Bound when first asked for: a start does not wait for them. */
  #bound: readonly LoadedStrand[] | null = null
  /** Bodies of built-in steps by `<strand>/<step>`. */
  readonly #bodies = new Map<string, Body>()
  readonly #pools = new Set<RunnerPool>()
  #running: Promise<Loaded> | null = null
  #waiting: Promise<Loaded> | null = null
  #isClosed = false

  constructor(options: StrandSourceOptions) {
    this.#options = options
  }

  /** Calls while one is under way share the one after it, which sees what they saw changed. */
  load(): Promise<Loaded> {
    if (this.#running === null) {
      this.#running = this.#read().finally(() => (this.#running = null))
      return this.#running
    }
    this.#waiting ??= this.#running
      .catch(() => null)
      .then(() => {
        this.#waiting = null
        return this.load()
      })
    return this.#waiting
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#running?.catch(() => null)
    await Promise.all([...this.#pools].map((pool) => pool.close()))
  }

  async #read(): Promise<Loaded> {
    const { home, log, builtins } = this.#options
    this.#bound ??= builtins.map((strand) => this.#bindBuiltin(strand))
    installEntry(home, log)
    const { modules, errors } = listModules(home, workflowsFolder)
    const unread = new Map(errors.map((error) => [join(home, error.file), error]))
    if (modules.length === 0) {
      await this.#supersede(null)
      return { strands: this.#bound, errors, unread }
    }
    const {
      read,
      sources,
      runner,
      errors: importErrors,
      unread: notImported,
    } = await readModules(modules, {
      home,
      importLimitMs: this.#options.importLimitMs ?? importLimitMs,
      makeRunner: () => this.#makeRunner(new Map()),
    })
    const pool = new RunnerPool(() => this.#makeRunner(sources))
    if (runner !== null) pool.adopt(runner)
    this.#pools.add(pool)
    if (this.#isClosed) await pool.close()
    const user = await this.#collect(read, { sources, pool })
    await this.#supersede(pool)
    const overlaid = this.#bound.filter(({ definition }) => !user.strands.has(definition.id))
    return {
      strands: [...overlaid, ...user.strands.values()],
      errors: [...errors, ...importErrors, ...user.errors],
      unread: new Map([...unread, ...notImported, ...user.unread]),
    }
  }

  async #collect(modules: readonly ReadModule[], generation: Generation) {
    const strands = new Map<string, LoadedStrand>()
    const errors: LoadError[] = []
    const unread = new Map<string, LoadError>()
    const fileOf = new Map<string, string>()
    let sliceMs = performance.now()
    for (const module of modules) {
      if (performance.now() - sliceMs > maxSliceMs) {
        await setImmediate()
        sliceMs = performance.now()
      }
      const { file, path } = module.module
      const before = errors.length
      if (module.data.exports.length === 0) errors.push({ file, line: null, reason: noStrand })
      for (const { name, value } of module.data.exports) {
        const exported = { ...module, exportName: name, raw: value }
        const outcome = this.#bind(exported, generation)
        if (Array.isArray(outcome)) {
          errors.push(...outcome)
          continue
        }
        const { id } = outcome.definition
        const other = fileOf.get(id)
        if (other === undefined) strands.set(id, outcome)
        else
          errors.push({
            file,
            line: lineIn(generation, exported, 'id'),
            reason: `"${id}" is the id of a strand in ${other}, too`,
          })
        fileOf.set(id, other ?? file)
      }
      const [problem] = errors.slice(before)
      if (problem !== undefined) unread.set(path, problem)
    }
    return { strands, errors, unread }
  }

  #bind(exported: Exported, generation: Generation): LoadedStrand | LoadError[] {
    const { module, url, raw, exportName } = exported
    const result = readDefinition(raw, { modulePath: module.path, origin: 'user' })
    if (!result.ok) return result.error.map((problem) => explain(problem, exported, generation))
    const { definition, uses } = result.value
    const unknown = [...uses].find(([, body]) => !this.#bodies.has(body))
    if (unknown !== undefined) {
      const index = definition.steps.findIndex(({ id }) => id === unknown[0])
      return [
        explain(
          { at: `steps.${index}.uses`, reason: `names "${unknown[1]}", which no built-in strand has` },
          exported,
          generation,
        ),
      ]
    }
    const runStep = (call: StepCall): Promise<Json> => {
      const builtin = this.#bodies.get(uses.get(call.stepId) ?? '')
      return builtin === undefined ? this.#runInRunner(generation.pool, { url, exportName }, call) : builtin(call)
    }
    return { definition, runStep, version: versionOf(generation.sources, url) }
  }

  async #runInRunner(pool: RunnerPool, at: { url: string; exportName: string }, call: StepCall): Promise<Json> {
    const { signal, output, ...rest } = call
    return (await pool.run({ task: { kind: 'step', ...at, ...rest, api: this.#api() }, signal, output })) as Json
  }

  #bindBuiltin(strand: Strand): LoadedStrand {
    const data = describeModule({ default: strand }).exports[0]
    const result = readDefinition(data?.value ?? null, { modulePath: `builtin://${strand.id}`, origin: 'builtin' })
    if (!result.ok) {
      throw new Error(
        `the built-in strand ${strand.id} is wrong: ${result.error.map(({ at, reason }) => `${at} ${reason}`).join('; ')}`,
      )
    }
    const onBug = (error: Error): void =>
      this.#options.log.error({ err: error, strand_id: strand.id }, 'a step of a built-in strand met an error of ours')
    const bodies = bodiesOf(strand, { host: this.#options.hostName, api: () => this.#api(), onBug })
    for (const [step, body] of bodies) this.#bodies.set(`${strand.id}/${step}`, body)
    return {
      definition: result.value.definition,
      runStep: async (call) => {
        const body = bodies.get(call.stepId)
        if (body === undefined) throw new Error(`the built-in strand ${strand.id} has no step ${call.stepId}`)
        return await body(call)
      },
    }
  }

  #api(): ApiSettings {
    const { baseUrl, token } = this.#options.stepApi
    return { baseUrl: baseUrl(), token }
  }

  #makeRunner(sources: Sources): Runner {
    const { home, env, log } = this.#options
    return new Runner({ home, sources, env: workerEnvironment(env, home), log })
  }

  /** Runs under way keep the pool that they began with; it ends with the last of them. */
  async #supersede(present: RunnerPool | null): Promise<void> {
    const old = [...this.#pools].filter((pool) => pool !== present)
    await Promise.all(old.map((pool) => pool.supersede()))
    for (const pool of old) if (pool.isEmpty) this.#pools.delete(pool)
  }
}

type Generation = { readonly sources: Sources; readonly pool: RunnerPool }
type Exported = ReadModule & { readonly exportName: string; readonly raw: Json }

const noStrand = 'exports no strand: its default export, or a named one, needs an id and steps'

function explain({ at, reason }: DefinitionProblem, exported: Exported, generation: Generation): LoadError {
  const line = lineIn(generation, exported, at)
  return { file: exported.module.file, line, reason: `${at === '' ? 'the strand' : at} ${reason}` }
}

function lineIn({ sources }: Generation, { url, raw }: Exported, at: string): number | null {
  const text = sources.get(url)?.text
  return text === undefined ? null : problemLine(text, raw, at)
}

/** Changes with the text of a module and of everything that it imports from the home. */
function versionOf(sources: Sources, url: string): string {
  const hash = createHash('sha256')
  const seen = new Set<string>()
  const queue = [url]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const source = sources.get(next)
    hash.update(`${next}\0${source?.text ?? ''}\0`)
    queue.push(...(source?.imports ?? []))
  }
  return hash.digest('base64url').slice(0, 16)
}
