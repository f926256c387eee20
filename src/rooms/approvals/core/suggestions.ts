// What a client offers beside a plain yes: which of it a person may choose here, and in which words.
import { oneLine } from '#base/cut-text.ts'
import type { Suggestion } from '../contract.ts'
import { permissionUpdateSchema, type PermissionUpdate } from '../contract/permission-request.ts'

/** Longest words of a button, in characters. */
const labelLimit = 120

/**
 * Those that can be chosen. Left out: what this version does not understand, what allows nothing, and every mode that stops
 * asking altogether.
 */
export function offeredSuggestions(sent: readonly unknown[]): Suggestion[] {
  return sent.flatMap((one, index) => {
    const update = permissionUpdateSchema.safeParse(one)
    const label = update.success ? labelOf(update.data) : null
    return label === null ? [] : [{ index, label: oneLine(label, labelLimit) }]
  })
}

/** What the client is told of one that was chosen: for its present session alone, whatever it had offered. */
export function chosenUpdate(sent: readonly unknown[], index: number): object | null {
  const update = permissionUpdateSchema.safeParse(sent[index])
  if (!update.success || labelOf(update.data) === null) return null
  return { ...update.data, destination: 'session' }
}

/** Null for one that is not offered. */
function labelOf(update: PermissionUpdate): string | null {
  switch (update.type) {
    case 'addRules':
      return update.behavior === 'allow' ? `${update.rules.map(ruleWords).join(', ')}, in this session` : null
    case 'addDirectories':
      return `files in ${update.directories.join(', ')}, in this session`
    case 'setMode':
      return modeWords.get(update.mode) ?? null
  }
}

/** Modes that free something bounded. `bypassPermissions` and what a newer client may call alike are none of them. */
const modeWords: ReadonlyMap<string, string> = new Map([['acceptEdits', 'every edit in this session']])

function ruleWords({
  toolName,
  ruleContent,
}: {
  readonly toolName: string
  readonly ruleContent?: string | undefined
}) {
  if (ruleContent === undefined || ruleContent === '') return `every ${toolName}`
  const start = /^(?<words>.*?)(?::\*| \*)$/s.exec(ruleContent)?.groups?.words
  return start === undefined ? `${toolName} “${ruleContent}”` : `${toolName} that begins with “${start}”`
}
