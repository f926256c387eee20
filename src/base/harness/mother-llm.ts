// A local model by Ollama: the assistant of the page. A run of it sends nothing into the world that its own machine does not hold.
import type { ProcessAdapter } from './adapter.ts'

export const motherLlm = {
  name: 'mother-llm',
  label: 'Local model',
  program: 'ollama',
  install: null,
  tried: null,
  versionArguments: ['--version'],
  runsIn: 'process',
  argv: ['ollama', 'run', '{model}', '--nowordwrap', '--hidethinking'],
  jsonArgv: ['--format', 'json'],
  stderr: 'reason',
  environment: ['OLLAMA_HOST', 'OLLAMA_MODELS', 'CUDA_VISIBLE_DEVICES'],
  credentials: [],
  // An interrupted one ends with 0, as if it were done.
  stopSignal: 'SIGTERM',
  reports: { by: 'wrapper' },
  leaves: { usage: null, transcript: null, files: null },
  cannot: [
    'runs on devices alone, in no terminal',
    'has no interactive mode, and no tools',
    'goes on with no conversation',
  ],
} as const satisfies ProcessAdapter
