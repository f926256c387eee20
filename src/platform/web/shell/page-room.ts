// What a room offers to the page as a whole: app/web lists the rooms, and each brings its own.
import type { ComponentType } from 'react'
import { commandOverlay } from '../commands/palette-state.ts'
import { registerCommands, registerPaletteSource, type Command, type PaletteSource } from '../commands/registry.ts'
import type { SettingsSection } from '../settings/settings-section.ts'
import type { Tab } from './tabs.ts'

export type PageRoom = {
  /** The folder of the room. */
  readonly name: string
  readonly tabs?: readonly Tab[]
  readonly sections?: readonly SettingsSection[]
  /** In force on every page, as long as the page is open. */
  readonly commands?: readonly Command[]
  readonly palette?: readonly PaletteSource[]
  /** Draws panels and overlays over whichever page is shown; `page` is the name of that. */
  readonly Host?: ComponentType<{ readonly page: string }>
}

/** Registers the commands and palette sources of the rooms, for the life of the page. Call it once. */
export function registerRooms(rooms: readonly PageRoom[]): void {
  for (const { commands = [], palette = [] } of rooms) {
    registerCommands(commands)
    for (const source of palette) registerPaletteSource(source)
  }
  const sources = rooms.flatMap(({ palette = [] }) => palette)
  commandOverlay.subscribe(() => {
    if (commandOverlay.get() === 'palette') for (const { onOpen } of sources) onOpen?.()
  })
}
