// The types of 'orrery/strand', for strands and plugins of yours. Stands alone, so that an editor needs nothing else.

/** What a run is given, what a step answers and what a plugin takes and sends: anything that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Milliseconds, or a number with its unit: `'30s'`, `'10m'`, `'2h'`, `'1d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A JSON Schema of the input. The page shows its properties as a form; a run whose input does not fit is refused. */
export interface InputSchema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: { readonly [name: string]: InputSchema }
  readonly required?: readonly string[]
  readonly items?: InputSchema
  readonly [keyword: string]: unknown
}

/** The value that a schema describes, as far as its types, enums, properties and items tell. */
export type InputOf<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: 'string' }
    ? string
    : S extends { readonly type: 'number' | 'integer' }
      ? number
      : S extends { readonly type: 'boolean' }
        ? boolean
        : S extends { readonly type: 'array'; readonly items: infer I }
          ? readonly InputOf<I>[]
          : S extends { readonly type: 'object'; readonly properties: infer P }
            ? { readonly [K in keyof P as K extends RequiredIn<S> ? K : never]: InputOf<P[K]> } & {
                readonly [K in keyof P as K extends RequiredIn<S> ? never : K]?: InputOf<P[K]>
              }
            : Json
type RequiredIn<S> = S extends { readonly required: readonly (infer K)[] } ? K : never

/**
 * Calls routes of plugins, and these alone. A path begins with `/api/plugins/`. Resolves with the parsed answer; rejects
 * with an `Error` that has `status` when the route refuses, and when the step's signal aborts.
 */
export interface StepApi {
  get<T = Json>(path: string): Promise<T>
  post<T = Json>(path: string, body?: unknown): Promise<T>
  put<T = Json>(path: string, body?: unknown): Promise<T>
  patch<T = Json>(path: string, body?: unknown): Promise<T>
  delete<T = Json>(path: string): Promise<T>
}

export interface StepContext<Input = Json, Results = { readonly [step: string]: Json }> {
  /** What the run was started with; null for a run by schedule. */
  readonly input: Input
  /** What the steps named in `after` returned, by their ids. */
  readonly results: Results
  /** Aborts on cancel, on timeout and when the service stops. Give it to `fetch`, timers and programs. */
  readonly signal: AbortSignal
  /** Writes one line of the step's output, which people follow live. */
  output(line: string): void
  /** The same for any values, put together as `console.log` does. `console.log` itself ends up there, too. */
  log(...values: readonly unknown[]): void
  /** From 1; more after a retry. */
  readonly attempt: number
  readonly runId: string
  readonly strandId: string
  readonly stepId: string
  /** Name of the machine that runs the step. */
  readonly host: string
  readonly api: StepApi
}

/** A piece of a strand. It may be run again after a crash or a retry, so doing it twice must do no harm. */
export interface Step<Input, Earlier, Id extends string, After extends keyof Earlier, Result> {
  /** Letters, digits and . _ - ; unique in its strand. */
  readonly id: Id
  readonly name?: string
  /** Steps that have to succeed before it. For the types of `results`, list them above this one. */
  readonly after?: readonly After[]
  /** A host's name; left out: where the strand runs. */
  readonly host?: string
  /** Capabilities that its host must have. */
  readonly requires?: readonly string[]
  /** After this time its signal aborts and the try counts as failed. */
  readonly timeout?: Duration
  /** How often it is tried again after a failure; 0 unless set. */
  readonly retries?: number
  /** The wait before a retry: `delay`, then each time `factor` times longer, up to `maxDelay`. */
  readonly backoff?: { readonly delay?: Duration; readonly factor?: number; readonly maxDelay?: Duration }
  /**
   * The work. Returns what later steps get as `results.<id>`, or nothing. `{ ok: false, reason }` is a success that is not
   * ok; with `error: 'not_set_up'` something is yet to be configured, and what waits for the step is skipped.
   */
  readonly run?: (context: StepContext<Input, Pick<Earlier, After>>) => Promise<Result> | Result
  /** In the place of `run`: the body of a built-in strand's step, as `docs-drift-check/check`. */
  readonly uses?: string
}

/** A strand without its steps. */
export interface StrandHead<S, Schedule = string | null> {
  /** Letters, digits and . _ - . One of yours with the id of a built-in strand takes its place. */
  readonly id: string
  readonly name?: string
  readonly description?: string
  /** A cron expression of five fields, or null. */
  readonly schedule?: Schedule
  /** An IANA name as `Europe/Berlin`; left out: the zone of the service. */
  readonly timezone?: string | null
  /** Left out: `cron` with a schedule, else `manual`. */
  readonly triggerType?: 'cron' | 'manual' | 'webhook'
  /** True unless set. */
  readonly enabled?: boolean
  /** Runs it once after each start of the service, without input. For strands of triggerType manual; a disabled one does not start. */
  readonly startAtBoot?: boolean
  /** Where steps run that name no host of their own; `any` unless set. */
  readonly defaultHost?: string
  /** Capabilities that every step's host must have. */
  readonly requiredCapabilities?: readonly string[]
  /** What a run takes; left out: nothing. */
  readonly input?: S
  /** How many runs may be under way at once; 1 unless set. */
  readonly concurrency?: number
  /** What happens to slots that passed while the service was down; `skip` unless set. */
  readonly missed?: 'skip' | 'run_once'
  /** Marks a strand whose steps are not wired yet. */
  readonly seed?: boolean
}

/** A strand as the service takes it, whatever its types. */
export interface Strand extends StrandHead<InputSchema> {
  readonly steps: readonly AnyStep[]
}
export interface AnyStep extends Omit<Step<Json, Record<string, never>, string, never, unknown>, 'after' | 'run'> {
  readonly after?: readonly string[]
  readonly run?: (context: never) => unknown
}

/** A run by schedule is given nothing, so a strand that has one has to do without. */
type Given<S, Schedule> = [Schedule] extends [string] ? InputOf<S> | null : InputOf<S>
type Of<Id extends string, Result> = { readonly [K in Id]: Result }

/**
 * Types a strand: `results` has the answers of the steps named in `after`, `input` the type that its schema describes.
 * The first ten steps are typed; further ones get `Json`.
 */
export function defineStrand<
  const S extends InputSchema,
  const Schedule extends string | null,
  I1 extends string,
  R1,
  I2 extends string,
  R2,
  I3 extends string,
  R3,
  I4 extends string,
  R4,
  I5 extends string,
  R5,
  I6 extends string,
  R6,
  I7 extends string,
  R7,
  I8 extends string,
  R8,
  I9 extends string,
  R9,
  I10 extends string,
  R10,
  A2 extends I1 = never,
  A3 extends I1 | I2 = never,
  A4 extends I1 | I2 | I3 = never,
  A5 extends I1 | I2 | I3 | I4 = never,
  A6 extends I1 | I2 | I3 | I4 | I5 = never,
  A7 extends I1 | I2 | I3 | I4 | I5 | I6 = never,
  A8 extends I1 | I2 | I3 | I4 | I5 | I6 | I7 = never,
  A9 extends I1 | I2 | I3 | I4 | I5 | I6 | I7 | I8 = never,
  A10 extends I1 | I2 | I3 | I4 | I5 | I6 | I7 | I8 | I9 = never,
>(
  strand: StrandHead<S, Schedule> & {
    readonly steps: readonly [
      Step<Given<S, Schedule>, {}, I1, never, R1>,
      Step<Given<S, Schedule>, Of<I1, R1>, I2, A2, R2>?,
      Step<Given<S, Schedule>, Of<I1, R1> & Of<I2, R2>, I3, A3, R3>?,
      Step<Given<S, Schedule>, Of<I1, R1> & Of<I2, R2> & Of<I3, R3>, I4, A4, R4>?,
      Step<Given<S, Schedule>, Of<I1, R1> & Of<I2, R2> & Of<I3, R3> & Of<I4, R4>, I5, A5, R5>?,
      Step<Given<S, Schedule>, Of<I1, R1> & Of<I2, R2> & Of<I3, R3> & Of<I4, R4> & Of<I5, R5>, I6, A6, R6>?,
      Step<
        Given<S, Schedule>,
        Of<I1, R1> & Of<I2, R2> & Of<I3, R3> & Of<I4, R4> & Of<I5, R5> & Of<I6, R6>,
        I7,
        A7,
        R7
      >?,
      Step<
        Given<S, Schedule>,
        Of<I1, R1> & Of<I2, R2> & Of<I3, R3> & Of<I4, R4> & Of<I5, R5> & Of<I6, R6> & Of<I7, R7>,
        I8,
        A8,
        R8
      >?,
      Step<
        Given<S, Schedule>,
        Of<I1, R1> & Of<I2, R2> & Of<I3, R3> & Of<I4, R4> & Of<I5, R5> & Of<I6, R6> & Of<I7, R7> & Of<I8, R8>,
        I9,
        A9,
        R9
      >?,
      Step<
        Given<S, Schedule>,
        Of<I1, R1> &
          Of<I2, R2> &
          Of<I3, R3> &
          Of<I4, R4> &
          Of<I5, R5> &
          Of<I6, R6> &
          Of<I7, R7> &
          Of<I8, R8> &
          Of<I9, R9>,
        I10,
        A10,
        R10
      >?,
      ...Step<Given<S, Schedule>, { readonly [step: string]: Json }, string, string, unknown>[],
    ]
  },
): Strand

/** A call of a plugin's route. */
export interface PluginRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the plugin: `/drafts/7`. */
  readonly path: string
  /** The parts that the route names: `id` of `/drafts/:id`. */
  readonly params: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  /** The parsed body; null without one. */
  readonly body: Json
  /** Aborts when the time for an answer is over. */
  readonly signal: AbortSignal
  /** Makes an answer with another status than 200: `return answer(404, { reason: 'no such draft' })`. */
  answer(status: number, body: unknown): PluginAnswer
}
export interface PluginAnswer {
  readonly status: number
  readonly body: unknown
}

/** Routes by method and path: `'POST /scrape'`, `'GET /drafts/:id'`. What one returns is answered as JSON with 200. */
export interface Plugin {
  readonly routes: { readonly [route: string]: (request: PluginRequest) => unknown }
}

/** Types a plugin: the default export of `plugins/<name>.ts`, served under `/api/plugins/<name>`. */
export function definePlugin(plugin: Plugin): Plugin
