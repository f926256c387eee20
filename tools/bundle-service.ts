// Bundles the service and its command line with esbuild.
import { isBuiltin } from 'node:module'
import { build, type Metafile, type Plugin } from 'esbuild'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/**
 * Importing one of Node's own as a module makes Node read each of its properties, and so load fetch and WebSocket
 * (node:http), the list of all flags (node:process) and webcrypto (node:crypto): 50 ms of every command for the first two,
 * 3 ms for all others. Taken as plain objects they cost nothing. HTTP/2 (10 ms), which fastify requires and we never speak,
 * is loaded when somebody touches it; so are TLS and compression (4 MB), which a daemon at rest behind a tunnel never needs.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'late-builtin' }))
    onResolve({ filter: /^(https|tls|zlib)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]ws[\\/]/.test(importer) ? { path, namespace: 'late-builtin' } : undefined,
    )
    onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path, namespace, kind }) => {
      if (!isBuiltin(path)) return undefined
      if (namespace === 'plain-builtin' || kind === 'require-call') return { path, external: true }
      return { path: path.replace('node:', ''), namespace: 'plain-builtin' }
    })
    onResolve({ filter: /^worker_threads$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]pino[\\/]/.test(importer) ? { path, namespace: 'no-worker' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'no-worker' }, () => ({ contents: 'exports.isMainThread = true', loader: 'js' }))
    onLoad({ filter: /.*/, namespace: 'late-builtin' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('${path}')[name] })`,
      loader: 'js',
    }))
    onLoad({ filter: /.*/, namespace: 'plain-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
      loader: 'js',
    }))
  },
}

/**
 * What the service never calls. zod's words in forty languages and what fastify would check and write JSON with, if ours did
 * not: 0.7 MB that each start would read and keep. The log is written by its own thread, so that pino starts no others.
 */
const leftOut: Plugin = {
  name: 'left-out',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]zod[\\/]/.test(importer) ? leaveOut(path, 'names') : undefined,
    )
    onResolve(
      { filter: /^(@fastify\/(ajv-compiler|fast-json-stringify-compiler)|light-my-request)$/ },
      ({ path, importer }) => (/[\\/]fastify[\\/]/.test(importer) ? leaveOut(path, 'package') : undefined),
    )
    onResolve({ filter: /^thread-stream$/ }, ({ path }) => leaveOut(path, 'names'))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path, pluginData }) => ({
      contents: pluginData === 'names' ? 'export {}' : `throw new Error('${path} is not in the bundle')`,
      loader: 'js',
    }))
  },
}

/**
 * `import { z }` takes all of zod as one object with a getter for each name, and so every part of it. Where each name is
 * taken by itself, what nobody asks for is left out.
 */
const namedZod: Plugin = {
  name: 'named-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const named = text.replace(/^import \{ z \} from 'zod'$/m, "import * as z from 'zod'")
      return named === text ? undefined : { contents: named, loader: 'ts' }
    })
  },
}

function leaveOut(path: string, kind: 'names' | 'package') {
  return { path, namespace: 'left-out', pluginData: kind }
}

const sandbox = 'src/platform/server/sandbox'

const unusedTelemetry = [
  'core',
  'sdk-logs',
  'sdk-trace-base',
  'context-async-hooks',
  'exporter-logs-otlp-proto',
  'exporter-trace-otlp-proto',
].map((name) => `@opentelemetry/${name}`)

/** One bundle with a chunk for each part that is loaded when first used; what strands import lies beside it as it stands. */
export async function bundleService(outdir: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      orrery: 'src/app/cli.ts',
      'runner-process': `${sandbox}/worker/runner-process.ts`,
      'step-worker': `${sandbox}/worker/step-worker.ts`,
      'backup-process': 'src/rooms/system/server/backup/backup-process.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Beside the entry, so that import.meta.dirname is dist/ in every chunk.
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    loader: { '.sh': 'text' },
    // http_ece would print keys where this is set: our own settings are all that the environment decides.
    define: { 'process.env.ECE_KEYLOG': 'undefined' },
    // The first loads a native part, when it is first asked for: the one package that an installed Orrery needs besides its
    // Node. What follows is required by DBOS and pg where they are told to, and never by us: our own log takes its words.
    external: ['@lydell/node-pty', 'pg-native', 'winston', 'winston-transport', ...unusedTelemetry],
    // CommonJS packages in the bundle require Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    plugins: [plainBuiltins, leftOut, namedZod],
    metafile: true,
    logLevel: 'warning',
  })
  refuseLostNames(metafile)
  escapeWideCharacters(metafile)
  cpSync(join(root, sandbox, 'orrery-strand'), join(outdir, 'orrery-strand'), { recursive: true })
  copyViewer(join(outdir, 'api-viewer'))
}

/** What the viewer of the API's document loads in a browser (platform/server/http/docs.ts): a third of its package is not that. */
const viewerFiles = [
  'index.css',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
]

function copyViewer(folder: string): void {
  const from = join(root, 'node_modules/@fastify/swagger-ui/static')
  for (const name of viewerFiles) cpSync(join(from, name), join(folder, name))
}

/**
 * A CommonJS package that is imported by `import()` has `default` alone in the bundle: its names are undefined there, while
 * the types and the sources have them. A module of ours that names it in a plain import, and is itself loaded late, has them.
 */
function refuseLostNames({ inputs }: Metafile): void {
  const lost = Object.entries(inputs).flatMap(([from, { imports }]) =>
    imports
      .filter(({ kind, path, external }) => kind === 'dynamic-import' && !external && inputs[path]?.format === 'cjs')
      .map(({ path }) => `${from} imports ${path}`),
  )
  if (lost.length === 0) return
  throw new Error(
    `import() of CommonJS loses names in the bundle; import a module of ours instead:\n${lost.join('\n')}`,
  )
}

/**
 * One character beyond Latin-1 makes the engine keep the whole text of a file with two bytes for each. esbuild escapes them
 * but in regular expressions, where the same escape means the same.
 */
function escapeWideCharacters({ outputs }: Metafile): void {
  for (const file of Object.keys(outputs).filter((name) => name.endsWith('.js'))) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const escaped = text.replaceAll(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    if (escaped !== text) writeFileSync(path, escaped)
  }
}
