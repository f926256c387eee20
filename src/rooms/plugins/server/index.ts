// The room of plugins as app/ wires it.
export { createPlugins, type Plugins } from './create-plugins.ts'
