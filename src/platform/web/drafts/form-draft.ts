// The draft of a form: its fields as one text, so that a form is kept like a field.

/** `blank` is what the form begins with; a kept field is taken where it is of the same sort as the blank one. */
export function fieldsOf<T extends object>(blank: T, text: string | null): T {
  const kept = parse(text)
  const entries = Object.entries(blank).map(([name, empty]: [string, unknown]) => {
    const value = kept[name]
    return [name, isAlike(empty, value) ? value : empty] as const
  })
  return { ...blank, ...Object.fromEntries(entries) }
}

/** The text of a draft; an object's order of keys is the blank one's, so that equal forms are equal texts. */
export function textOfFields<T extends object>(blank: T, fields: T): string {
  const given = new Map<string, unknown>(Object.entries(fields))
  return JSON.stringify(Object.fromEntries(Object.keys(blank).map((name) => [name, given.get(name)])))
}

function isAlike(empty: unknown, value: unknown): boolean {
  if (empty === null) return value === null || typeof value === 'string'
  if (Array.isArray(empty)) return Array.isArray(value) && value.every((each) => typeof each === 'string')
  return typeof value === typeof empty
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Kept by another version of the page: the form begins blank.
    return {}
  }
}
