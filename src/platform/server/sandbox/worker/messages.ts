// What the service, a runner's process and the thread in it say to each other.
import type { Json } from '#base/json.ts'

/** Text of a module as a generation of strands knows it, so that a replaced thread runs what the first one did. */
export type ModuleSource = { readonly format: string; readonly text: string; readonly imports: readonly string[] }
/** By file URL. */
export type Sources = ReadonlyMap<string, ModuleSource>

export type WorkerSettings = {
  /** Folder whose modules count as the user's. */
  readonly home: string
  /** What it and all that it starts have in their environment. */
  readonly trackingId: string
  /** URL of what `orrery/strand` means. */
  readonly entry: string
  readonly sources: Sources
}

/** Where `ctx.api` calls, and by which token. */
export type ApiSettings = { readonly baseUrl: string; readonly token: string }

export type RunnerTask =
  | { readonly kind: 'import'; readonly url: string }
  | { readonly kind: 'sources' }
  | {
      readonly kind: 'step'
      readonly url: string
      readonly exportName: string
      readonly runId: string
      readonly strandId: string
      readonly stepId: string
      readonly attempt: number
      readonly input: Json
      readonly results: Readonly<Record<string, Json>>
      readonly api: ApiSettings
    }
  | { readonly kind: 'request'; readonly url: string; readonly request: RequestData }

export type RequestData = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
}
export type AnswerData = { readonly status: number; readonly body: Json }

/** What a module exports, functions replaced by `true`. */
export type ModuleData = {
  readonly exports: readonly { readonly name: string; readonly value: Json }[]
}

/** `place` is where in the user's own files it happened. */
export type Failure = {
  readonly message: string
  readonly stack: string
  readonly place: { readonly file: string; readonly line: number | null } | null
}

export type ToThread =
  | { readonly type: 'task'; readonly id: number; readonly task: RunnerTask }
  | { readonly type: 'abort'; readonly id: number; readonly reason: string }

/** The first message is the settings; all others go on to the thread. */
export type ToRunner = { readonly type: 'settings'; readonly settings: WorkerSettings } | ToThread

/** `ending`: why the runner is about to be gone. */
export type FromRunner = FromThread | { readonly type: 'ending'; readonly reason: string }

export type FromThread =
  | { readonly type: 'output'; readonly id: number; readonly text: string }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  /** Something went wrong that belongs to no task. */
  | { readonly type: 'stray'; readonly failure: Failure }
