// Builds the page into dist/web: hashed files, nothing inline, so that the strictest content security policy serves it.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A service that runs already, for `npx vite`: the page is served by vite, everything else by the service. */
const service = 'http://127.0.0.1:7420'

const first = { name: 'first', tags: ['$initial' as const], priority: 1 }
/** What rooms do over every page: fetched beside the first picture, and together. */
const hosts = { name: 'hosts', test: /(sessions|tasks|triage|words|board|board-keys)-host\.tsx$/ }
const shared = {
  name: 'shared',
  test: /src\/(platform|base)\/|lucide/,
  minShareCount: 3,
  maxModuleSize: 1500,
  includeDependenciesRecursively: false,
}

export default defineConfig({
  root: 'src/app/web',
  publicDir: 'public',
  plugins: [react()],
  // wouter asks for it through a package for the React before it had its own.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/platform/web/ui/lucide-icon.ts'),
      },
    ],
  },
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    // The first browsers with light-dark(), which the themes are made of.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // No data: fonts and images; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 500,
    // What the first picture needs is one file: split by who else uses it, it would be fifty, each compressed by itself.
    rolldownOptions: {
      // Routes and kinds are values: those that no page calls stay with the service.
      treeshake: { manualPureFunctions: ['route', 'liveKind'] },
      // Small things that many later parts share are one file as well: alone, the names of twenty would be in the first one.
      output: { codeSplitting: { groups: [first, hosts, shared] } },
    },
  },
  server: {
    proxy: {
      '/api': service,
      '/mode.js': service,
      '/ws': { target: service, ws: true },
    },
  },
})
