// Cuts indented JSON into names, values and what lies between.

type Part = { readonly kind: 'name' | 'value' | 'other'; readonly text: string }

export function jsonParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, name] = match
    if (match.index > end) parts.push({ kind: 'other', text: text.slice(end, match.index) })
    parts.push({ kind: name === undefined ? 'value' : 'name', text: whole })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'other', text: text.slice(end) })
  return parts
}

/** A string before a colon is a name. */
const token = /("(?:[^"\\]|\\.)*")(?=:)|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b/g
