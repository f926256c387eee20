// Reads the text of an import by its format.
import { err, ok, type Result } from '#base/result.ts'
import type { ImportFormat } from '../../contract.ts'
import type { ImportDefaults, Parsed } from './import-draft.ts'
import { parseGithub } from './import-github.ts'
import { parseLinear } from './import-linear.ts'
import { parseMarkdown } from './import-markdown.ts'
import { parseVibeKanban } from './import-vibe-kanban.ts'

/** Refuses, in words that follow `text`, what is not of the format at all. */
export function parseImport(format: ImportFormat, text: string, defaults: ImportDefaults): Result<Parsed, string> {
  switch (format) {
    case 'github':
      return fromJson(text, (json) => parseGithub(json, defaults))
    case 'vibe-kanban':
      return fromJson(text, (json) => parseVibeKanban(json, defaults))
    case 'linear':
      return parseLinear(text, defaults)
    case 'markdown':
      return ok(parseMarkdown(text, defaults))
  }
}

function fromJson(text: string, read: (json: unknown) => Result<Parsed, string>): Result<Parsed, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return err('is not valid JSON')
  }
  return read(json)
}
