// Builds the page into dist/web: hashed files, nothing inline, so that the strictest content security policy serves it.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A service that runs already, for `npx vite`: the page is served by vite, everything else by the service. */
const service = 'http://127.0.0.1:7420'

export default defineConfig({
  root: 'src/app/web',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    // The first browsers with light-dark(), which the themes are made of.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // No data: fonts and images; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: {
      '/api': service,
      '/mode.js': service,
      '/ws': { target: service, ws: true },
    },
  },
})
