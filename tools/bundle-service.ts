// Bundles the service and its command line with esbuild.
import { isBuiltin } from 'node:module'
import { build, type Metafile, type Plugin } from 'esbuild'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/**
 * Importing one of Node's own as a module makes Node read each of its properties, and so load fetch and WebSocket
 * (node:http), the list of all flags (node:process) and webcrypto (node:crypto): 50 ms of every command for the first two,
 * 3 ms for all others. Taken as plain objects they cost nothing. HTTP/2 (10 ms), which fastify requires and we never speak,
 * is loaded when somebody touches it.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'unused-builtin' }))
    onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path, namespace, kind }) => {
      if (!isBuiltin(path)) return undefined
      if (namespace === 'plain-builtin' || kind === 'require-call') return { path, external: true }
      return { path: path.replace('node:', ''), namespace: 'plain-builtin' }
    })
    onLoad({ filter: /.*/, namespace: 'unused-builtin' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('${path}')[name] })`,
      loader: 'js',
    }))
    onLoad({ filter: /.*/, namespace: 'plain-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
      loader: 'js',
    }))
  },
}

const sandbox = 'src/platform/server/sandbox'

/** One bundle with a chunk for each part that is loaded when first used; what strands import lies beside it as it stands. */
export async function bundleService(outdir: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      orrery: 'src/app/cli.ts',
      'runner-process': `${sandbox}/worker/runner-process.ts`,
      'step-worker': `${sandbox}/worker/step-worker.ts`,
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
    // The first serves files of its own folder, the second loads a native part; each is loaded when it is first asked for.
    external: ['@fastify/swagger-ui', '@lydell/node-pty'],
    // CommonJS packages in the bundle require Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    plugins: [plainBuiltins],
    metafile: true,
    logLevel: 'warning',
  })
  refuseLostNames(metafile)
  cpSync(join(root, sandbox, 'orrery-strand'), join(outdir, 'orrery-strand'), { recursive: true })
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
