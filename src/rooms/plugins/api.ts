// The addresses of plugins. Which routes lie there is the plugins' own affair, so that they are no routes of ours.

/** A plugin, and whatever lies below it. */
export const pluginPaths = ['/api/plugins/:name', '/api/plugins/:name/*'] as const

/** Who may call them; the token of a step may, too. */
export const pluginAccess = 'authenticated'
