// Finds the fields that a zod schema knows at a path, so that a mistyped one can be told the nearest.
import type { z } from 'zod'

/** The names of the object at `path` inside `schema`, of every form that a union offers; none where there is no object. */
export function knownFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const [head, ...rest] = path
  return objectsOf(schema).flatMap(({ def }) => {
    if (def.type === 'array') return head === undefined ? [] : knownFields(def.element as z.ZodType, rest)
    if (head === undefined) return Object.keys(def.shape)
    const child = def.shape[String(head)]
    return child === undefined ? [] : knownFields(child as z.ZodType, rest)
  })
}

/** Looks through optional, default, union and the like, down to what has children. */
function objectsOf(schema: z.ZodType): (z.ZodObject | z.ZodArray)[] {
  const { def } = schema as
    z.ZodObject | z.ZodArray | z.ZodUnion<readonly z.ZodType[]> | z.ZodOptional<z.ZodType> | z.ZodPipe
  if (def.type === 'object' || def.type === 'array') return [schema as z.ZodObject | z.ZodArray]
  if (def.type === 'union') return def.options.flatMap((option) => objectsOf(option))
  if (def.type === 'pipe') return objectsOf(def.in as z.ZodType)
  return 'innerType' in def ? objectsOf(def.innerType) : []
}
