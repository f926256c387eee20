// How values reach the clients whole, by the name of their program: apart from the adapters, since the page shows what will run.
import type { ArgumentForm } from './adapter.ts'

/** Of each client that takes a prompt as an argument. */
export const argumentForms = {
  claude: {
    operandAfter: /^(-p|--print|[^-].*)$/s,
    operandPlace: 'last',
    long: 'stdin',
    printWords: ['-p', '--print'],
  },
  codex: {
    operandAfter: /^(--skip-git-repo-check|[^-].*)$/s,
    operandPlace: 'last',
    long: 'stdin',
    printWords: ['exec', 'e'],
  },
  // They take any value after an option, but for names of their global options: `--message=--dev` is safe.
  gemini: { operandAfter: null, operandPlace: 'in_place', long: 'refused', printWords: [] },
  openclaw: { operandAfter: null, operandPlace: 'in_place', long: 'refused', printWords: [] },
  // A prompt of several words reaches its model in quotes where it is an argument.
  opencode: { operandAfter: /^run$/, operandPlace: 'last', long: 'stdin_always', printWords: ['run'] },
} as const satisfies Readonly<Record<string, ArgumentForm>>
