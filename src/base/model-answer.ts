// The JSON in what a model wrote: models think aloud, fence it, talk around it, or give a line to each part.
import { wellFormedJson } from './well-formed-json.ts'

/** The answer without what a model thought aloud before it. */
export const spokenIn = (text: string): string => text.replace(/^[\s\S]*<\/think>/, '')

/** The JSON in an answer's text, or undefined. */
export function jsonIn(text: string): unknown {
  const spoken = spokenIn(text).trim()
  const fenced = spoken.match(/```(?:json)?\s([\s\S]*?)```/)?.[1]
  const tries = [spoken, fenced, between(spoken, '{', '}'), between(spoken, '[', ']')]
  for (const one of tries) {
    const json = one === undefined ? undefined : parsed(one)
    if (typeof json === 'object' && json !== null) return json
  }
  const lines = spoken.split('\n').map((line) => parsed(line.trim().replace(/,$/, '')))
  const objects = lines.filter((line) => typeof line === 'object' && line !== null && !Array.isArray(line))
  return objects.length === 0 ? undefined : objects
}

function between(text: string, open: string, close: string): string | undefined {
  const from = text.indexOf(open)
  const to = text.lastIndexOf(close)
  return from === -1 || to < from ? undefined : text.slice(from, to + 1)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}
