// Lives as rows: what clients of each kind live through.
import type { Life } from './lives.ts'

const running = 'running'
const review = 'awaiting_review'

/** What every client lives through that prints. */
export const printLives: readonly Life[] = [
  {
    name: 'text',
    mode: 'print',
    prompt: 'Say something, {n}',
    moments: [[null, 'completed']],
    states: [running, 'completed'],
  },
  {
    name: 'tool',
    mode: 'print',
    prompt: 'TOOL:echo {n}',
    moments: [[null, 'completed']],
    states: [running, 'completed'],
  },
  {
    name: 'failure of the model',
    mode: 'print',
    prompt: 'FAIL {n}',
    moments: [[null, 'failed']],
    states: [running, 'failed'],
  },
  {
    name: 'TERM',
    mode: 'print',
    prompt: 'SLOW {n}',
    moments: [
      [{ asked: true }, running],
      [{ signal: 'TERM' }, 'failed'],
    ],
    states: [running, 'failed'],
  },
  {
    name: 'kill of the client',
    mode: 'print',
    prompt: 'SLOW {n}',
    moments: [
      [{ asked: true }, running],
      [{ signal: 'KILL' }, 'failed'],
    ],
    states: [running, 'failed'],
  },
  {
    name: 'kill of the terminal',
    mode: 'print',
    prompt: 'SLOW {n}',
    moments: [
      [{ asked: true }, running],
      [{ kill: 'terminal' }, 'failed'],
    ],
    states: [running, 'failed'],
  },
]

/** Ctrl+C at a client that prints, which ends it. */
export function printBrokenOff(end: 'completed' | 'failed'): Life {
  return {
    name: 'Ctrl+C',
    mode: 'print',
    prompt: 'SLOW {n}',
    moments: [
      [{ asked: true }, running],
      [{ press: 'C-c' }, end],
    ],
    states: [running, end],
  }
}

/** A client that prints, and says no by itself to a tool that a person would have to allow. */
export function printDenied(tool: string): Life {
  return {
    name: 'a tool that it may not use',
    mode: 'print',
    prompt: tool,
    moments: [[null, 'completed']],
    states: [running, 'completed'],
  }
}

/** A client that asks even where it prints: its person says no from here. */
export function printDeniedHere(tool: string): Life {
  return {
    name: 'a tool that is denied from here',
    mode: 'print',
    prompt: tool,
    moments: [
      [null, review],
      [{ deny: 'approval' }, running],
      [null, 'completed'],
    ],
    states: [running, review, running, 'completed'],
  }
}

/** Two looks at a screen: a client that draws while its hook decides has then been seen to ask. */
const readMs = 3000

/** How a client asks for a tool that runs `sh hold {n}` in its project, and by which keys a person answers. */
export type Dialog = { readonly tool: string; readonly asks: RegExp; readonly allow: string; readonly deny: string }

/** What every client lives through that draws. */
export function screenLives({ tool, asks, allow, deny }: Dialog): readonly Life[] {
  return [
    {
      name: 'a fresh prompt, then two turns',
      mode: 'interactive',
      prompt: '',
      moments: [
        [null, review],
        [{ type: 'SLOW one {n}' }, running],
        [{ asked: true }, running],
        [{ answer: true }, review],
        [{ type: 'SLOW two {n}' }, running],
        [{ asked: true }, running],
        [{ answer: true }, review],
      ],
      states: [running, review, running, review, running, review],
    },
    {
      name: 'a permission that is given',
      mode: 'interactive',
      prompt: tool,
      moments: [
        [{ sees: asks, readMs }, review],
        [{ press: allow }, running],
        [{ release: 'tool' }, null],
        [{ sees: /The tool has run/ }, review],
      ],
      states: [running, review, running, review],
    },
    denied({ tool, asks, deny }),
    {
      name: 'kill of the terminal in a dialog',
      mode: 'interactive',
      prompt: tool,
      moments: [
        [{ sees: asks }, review],
        [{ kill: 'terminal' }, 'failed'],
      ],
      states: [running, review, 'failed'],
    },
    {
      name: 'kill of the client in mid-turn',
      mode: 'interactive',
      prompt: 'SLOW {n}',
      moments: [
        [{ asked: true }, running],
        [{ signal: 'KILL' }, 'failed'],
      ],
      states: [running, 'failed'],
    },
  ]
}

function denied({ tool, asks, deny }: Pick<Dialog, 'tool' | 'asks' | 'deny'>): Life {
  return {
    name: 'a tool that is denied',
    mode: 'interactive',
    prompt: tool,
    moments: [
      [{ sees: asks, readMs }, review],
      [{ press: deny }, review],
    ],
    states: [running, review],
  }
}

const longDialogLife = 'a permission that is given, and kill of the terminal in the next dialog'

/** The same in three starts instead of five, for a client whose start takes seconds of the processor. */
export function longScreenLives({ tool, asks, allow, deny }: Dialog): readonly Life[] {
  return [
    {
      name: 'a fresh prompt, two turns, and kill of the client in the third',
      mode: 'interactive',
      prompt: '',
      moments: [
        [null, review],
        [{ type: 'SLOW one {n}' }, running],
        [{ asked: true }, running],
        [{ answer: true }, review],
        [{ type: 'SLOW two {n}' }, running],
        [{ asked: true }, running],
        [{ answer: true }, review],
        [{ type: 'SLOW three {n}' }, running],
        [{ asked: true }, running],
        [{ signal: 'KILL' }, 'failed'],
      ],
      states: [running, review, running, review, running, review, running, 'failed'],
    },
    {
      name: longDialogLife,
      mode: 'interactive',
      prompt: tool,
      moments: [
        [{ sees: asks, readMs }, review],
        [{ press: allow }, running],
        [{ release: 'tool' }, null],
        [{ sees: /The tool has run/ }, review],
        [{ type: tool }, null],
        [{ sees: asks }, review],
        [{ kill: 'terminal' }, 'failed'],
      ],
      states: [running, review, running, review, running, review, 'failed'],
    },
    denied({ tool, asks, deny }),
  ]
}

/** A conversation that goes on after its terminal was killed: what was said stands there again. */
export const resumed: Life = {
  name: 'its conversation is resumed',
  mode: 'interactive',
  prompt: 'Say something, {n}',
  moments: [
    [{ sees: /All is well/ }, review],
    [{ kill: 'terminal' }, 'failed'],
    [{ resume: 'conversation' }, running],
    [{ sees: /All is well/ }, review],
  ],
  states: [running, review, 'failed', running, review],
}

/** A turn that is broken off by a key, after which the client waits. */
export function brokenOff(key: string, works: RegExp): Life {
  return {
    name: `${key} in mid-turn`,
    mode: 'interactive',
    prompt: 'SLOW {n}',
    moments: [
      [{ asked: true }, running],
      [{ press: key }, null],
      [{ gone: works }, review],
    ],
    states: [running, review],
  }
}

/** A few of each kind, for a second place where a client runs. */
export function someOf(lives: readonly Life[]): readonly Life[] {
  const names = [
    'text',
    'tool',
    'kill of the client',
    'a permission that is given',
    'Escape in mid-turn',
    'kill of the terminal in a dialog',
    longDialogLife,
  ]
  return lives.filter(({ name }) => names.includes(name))
}
