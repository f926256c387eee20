// What the page takes from the settings room: the keys of each section, below what the rooms show there.
export type { SettingsSectionId } from '../contract.ts'
export { sectionLabels } from '../core/sections.ts'
export { changeKeys } from './change-keys.ts'
export { SettingKeys } from './setting-keys.tsx'
export { settingsSource } from './palette-source.ts'
