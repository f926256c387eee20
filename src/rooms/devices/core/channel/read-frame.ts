// Reads a frame by the schemas of one side: what is known by its schema, what a newer program may send as unknown, the rest as broken.
import { headSchema } from '../../contract/envelopes.ts'

export type ReadFrame<F> =
  | { readonly kind: 'frame'; readonly frame: F }
  /** Of a type that this program does not know: to be ignored, and counted. */
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'broken'; readonly reason: string }

/** The part of a schema of all frames of one side that reading needs. */
type FramesSchema<F> = {
  readonly options: readonly { readonly shape: { readonly type: { readonly value: string } } }[]
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: F }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }
}
type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** Reads texts as frames of one side; asks the schema for its types once. */
export function frameReader<F>(schema: FramesSchema<F>): (text: string) => ReadFrame<F> {
  const types = typesOf(schema)
  return (text) => readBy(schema, types, text)
}

function typesOf<F>({ options }: FramesSchema<F>): ReadonlySet<string> {
  return new Set(options.map(({ shape }) => shape.type.value))
}

function readBy<F>(schema: FramesSchema<F>, types: ReadonlySet<string>, text: string): ReadFrame<F> {
  const value = parse(text)
  const parsed = schema.safeParse(value)
  if (parsed.success) return { kind: 'frame', frame: parsed.data }
  // Nearly all of them end above: only what is wrong is asked why.
  const head = headSchema.safeParse(value)
  if (!head.success) return { kind: 'broken', reason: 'it has no head of an envelope' }
  if (!types.has(head.data.type)) return { kind: 'unknown', type: head.data.type }
  const [issue] = parsed.error.issues
  return { kind: 'broken', reason: `${head.data.type}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
