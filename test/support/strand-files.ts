// Strands that tests write into a home: they wait for files, so that a test says when they go on.
import { join } from 'node:path'

/** Waits for a file between two steps, so that the test says when it goes on. */
export function rocket(root: string): string {
  return `import { access, appendFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { defineStrand } from 'orrery/strand'

export default defineStrand({
  id: 'rocket',
  description: 'Fuels, holds until it may go, and launches.',
  input: {
    type: 'object',
    required: ['name', 'port'],
    properties: {
      name: { type: 'string', title: 'Name' },
      stages: { type: 'integer', title: 'Stages', default: 2 },
      crewed: { type: 'boolean', title: 'Crewed' },
      port: { enum: ['Kourou', 'Vandenberg'], title: 'Port' },
      cargo: { type: 'array', items: { type: 'string' }, title: 'Cargo' },
    },
  },
  steps: [
    {
      id: 'fuel',
      run: async ({ input, output }) => {
        await appendFile(${JSON.stringify(join(root, 'fuelled'))}, input.name + '\\n')
        output('fuelling')
        return { litres: (input.stages ?? 2) * 1000 }
      },
    },
    {
      id: 'hold',
      after: ['fuel'],
      run: async ({ signal, output }) => {
        for (let count = 1; ; count += 1) {
          const isGo = await access(${JSON.stringify(join(root, 'go'))}).then(() => true, () => false)
          if (isGo) return output('go')
          output('holding ' + count)
          await wait(300, undefined, { signal })
        }
      },
    },
    {
      id: 'launch',
      after: ['fuel', 'hold'],
      run: ({ results, output }) => {
        output('lift-off with ' + results.fuel.litres)
        return { height: 100 }
      },
    },
  ],
})
`
}

/** Fails until somebody builds the bridge; what comes before counts how often it ran. */
export function fragile(root: string): string {
  return `import { access, appendFile } from 'node:fs/promises'

export const fragile = {
  id: 'fragile',
  steps: [
    { id: 'before', run: () => appendFile(${JSON.stringify(join(root, 'crossed'))}, 'x') },
    {
      id: 'break',
      after: ['before'],
      run: () => access(${JSON.stringify(join(root, 'bridge'))}).catch(() => Promise.reject(new Error('the bridge is out'))),
    },
    { id: 'after', after: ['break'], run: () => null },
  ],
}
`
}
