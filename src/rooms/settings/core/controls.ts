// What can be done with the settings, as buttons of their page say it.
import type { SettingRow, SettingsSectionId } from '../contract.ts'
import { addedEntry, byAgentType, isOwnType } from './entries.ts'

/** A control of the page of settings: where it stands, what a person calls it, and its accessible name. */
export type KeyControl = {
  readonly section: string
  readonly title: string
  readonly name: string
  /** A form opens; nothing is changed yet. */
  readonly isOpener: boolean
}

/** Keys of hooks stand on the page of the agents. */
const pageOf = (section: SettingsSectionId): string => (section === 'hooks' ? 'agents' : section)

/** Those of the keys in their order, then what tests, adds and removes. */
export function controlsOfKeys(rows: readonly SettingRow[]): readonly KeyControl[] {
  const types = [...byAgentType(rows)]
  return [
    ...rows.filter(({ locked }) => locked === null).flatMap(controlsOfKey),
    button('model', 'Test the model server'),
    button('gateway', 'Test the gateway'),
    ...types.map(([type]) => button('agents', `Test launch of ${type}`)),
    ...types.filter(([, own]) => isOwnType(own)).map(([type]) => button('agents', `Remove ${type}`)),
    ...types.map(([type]) => opener('agents', `Add a variable of ${type}`)),
    opener('agents', 'Add an agent type'),
    opener('strands', 'Add a webhook secret'),
  ]
}

function controlsOfKey(row: SettingRow): readonly KeyControl[] {
  const section = pageOf(row.section)
  const title = `Change ${row.key}`
  const isChosenHere = row.input.is === 'choice' || (row.input.is === 'flag' && !row.is_guarded)
  const change = isChosenHere ? { ...button(section, title), name: row.key } : opener(section, title)
  const added = addedEntry(row.key)
  return added === null ? [change] : [change, button(section, `Remove ${added.name}`)]
}

const button = (section: string, title: string): KeyControl => ({ section, title, name: title, isOpener: false })
const opener = (section: string, title: string): KeyControl => ({ ...button(section, title), isOpener: true })
