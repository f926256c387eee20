// What a room offers to the page as a whole: app/web lists the rooms, and each brings its own.
import type { ComponentType } from 'react'
import { toSection } from '../settings/section-command.ts'
import { registerPaletteSources, type FetchSources } from '../commands/palette-sources.ts'
import { registerCommands, type Command } from '../commands/registry.ts'
import { registerSignInWay } from '../auth/sign-in-ways.ts'
import type { Follower } from '../live/follower.ts'
import type { SettingsSection } from '../settings/settings-section.ts'
import type { Tab } from './tabs.ts'

/** A page that stands in no navigation: what it is about is a part of its address. */
export type RoomPage = {
  /** As the title of the window says it. */
  readonly label: string
  /** A wouter pattern. */
  readonly path: string
  readonly Page: ComponentType
}

export type PageRoom = {
  /** The folder of the room. */
  readonly name: string
  readonly tabs?: readonly Tab[]
  /** Pages about one thing, to which the room leads by itself. */
  readonly pages?: readonly RoomPage[]
  readonly sections?: readonly SettingsSection[]
  /** In force on every page, as long as the page is open. */
  readonly commands?: readonly Command[]
  /** What it finds for the palette, fetched when that first opens. */
  readonly palette?: FetchSources
  /** What it keeps of /ws/state. */
  readonly followers?: readonly Follower[]
  /** A way to sign in beside a link, where this browser has it; else it draws nothing. */
  readonly SignInWay?: ComponentType
  /** Stands in the bar over every page, where that has room. */
  readonly InBar?: ComponentType
  /** Draws panels and overlays over whichever page is shown; `page` is the name of that. */
  readonly Host?: ComponentType<{ readonly page: string }>
}

/** Registers the commands and palette sources of the rooms, for the life of the page. Call it once. */
export function registerRooms(rooms: readonly PageRoom[]): void {
  for (const { commands = [], palette, sections = [], SignInWay } of rooms) {
    registerCommands(commands, 'everywhere')
    const toSettings = sections.map(({ id, label, icon }) => toSection(id, `Settings: ${label}`, icon))
    registerCommands(toSettings, 'everywhere')
    if (SignInWay !== undefined) registerSignInWay(SignInWay)
    if (palette !== undefined) registerPaletteSources(palette)
  }
}
