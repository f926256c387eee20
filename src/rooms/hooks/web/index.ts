// What the page takes from hooks.
import type { FetchSources } from '#platform/web/commands/palette-sources.ts'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'

/** Puts our hooks into the settings of an agent program, and says where, or why not. */
export const installHooks = lazyAct(
  () => import('./install-hooks.ts'),
  ({ installHooks }) => installHooks,
)

/** Loaded with the settings: what is installed where, and its buttons. */
export const HooksSection = lazyPart(() => import('./hooks-section.tsx').then(({ HooksSection }) => HooksSection))

/** What the palette finds of hooks. */
export const hooksPalette: FetchSources = () => import('./palette-source.ts').then(({ hooksSource }) => [hooksSource])
