// The room of plugins as app/ wires it.
export { openPluginsRoom, type Plugins } from './open-plugins.ts'
