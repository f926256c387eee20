// What the palette finds of the settings: keys, tests and logins. Loaded with the palette.
import type { PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { accessSource } from '#platform/web/auth/access-source.ts'
import { hooksPalette } from '#rooms/hooks/web/index.ts'
import { settingsSource } from '#rooms/settings/web/index.ts'

export const fetchSettingsSources = async (): Promise<readonly PaletteSource[]> => [
  settingsSource,
  ...(await hooksPalette()),
  accessSource,
]
