// Values of settings as a person types and reads them: the same words in a field and on the command line.
import type { Json } from '#base/json.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shellWord } from '#base/shell-word.ts'
import type { SettingInput } from '../contract.ts'

/** What was typed, as the service wants it; an error completes 'x must be …'. Whether it fits is the service's word. */
export function valueFromText(input: SettingInput, text: string): Result<Json, string> {
  switch (input.is) {
    case 'flag':
      return flagFrom(text)
    case 'number':
      return /^-?\d{1,15}$/.test(text.trim())
        ? ok(Number(text))
        : err(`a whole number from ${input.min} to ${input.max}`)
    case 'list':
      return ok(listFrom(text))
    case 'argv':
      return ok(text.trim().startsWith('[') ? (jsonList(text) ?? text) : text)
    case 'text':
    case 'choice':
      return ok(text)
  }
}

function flagFrom(text: string): Result<Json, string> {
  if (/^(true|on|yes|1)$/i.test(text)) return ok(true)
  return /^(false|off|no|0)$/i.test(text) ? ok(false) : err('true or false')
}

/** JSON, or parts between commas and line breaks. */
function listFrom(text: string): Json {
  if (text.trim().startsWith('[')) return jsonList(text) ?? [text]
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function jsonList(text: string): Json[] | null {
  try {
    const value = JSON.parse(text) as Json
    return Array.isArray(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A value in one line; '' for what is not set. */
export function textOfValue(value: Json, input: SettingInput): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  const parts = value.map(String)
  return input.is === 'argv' ? parts.map(readable).join(' ') : parts.join(', ')
}

/** Placeholders are read better without quotes. */
function readable(argument: string): string {
  return /^\{\w+\}$/.test(argument) ? argument : shellWord(argument)
}
