// What the page takes from the cockpit, all of it with its first use.
export { CockpitPage } from './cockpit-page.tsx'
export { CockpitPortsContext, type CockpitPorts } from './ports.ts'
