// The strands of the demo, as the files that a person would write.

export type StrandFile = { readonly name: string; readonly text: string }

/** A strand that rests while the past is played: days go by in seconds, and it would miss every slot. */
export function restingFile(id: string): StrandFile {
  return fileOf(
    `resting-${id}`,
    `export default defineStrand({ id: '${id}', enabled: false, steps: [{ id: 'rest', run: () => null }] })`,
  )
}

export const nightly = ['nightly-report', 'dependency-audit'] as const

/** Both run at `hour` UTC. The audit fails once there is a file `audit-fails` in `folder`. */
export function nightlyFiles(hour: number, folder: string): readonly StrandFile[] {
  const when = `schedule: '0 ${hour} * * *',\n  timezone: 'UTC',`
  return [
    fileOf(
      nightly[0],
      `export default defineStrand({
  id: '${nightly[0]}',
  description: 'Counts orders, refunds and slow pages of the day, and writes them down.',
  ${when}
  steps: [
    { id: 'orders', run: ({ output }) => (output('1,204 orders, 38 refunds'), { orders: 1204 }) },
    { id: 'pages', run: ({ output }) => (output('p95 of the checkout: 412 ms'), { p95: 412 }) },
    { id: 'write', after: ['orders', 'pages'], run: ({ results, output }) => output(JSON.stringify(results)) },
  ],
})`,
    ),
    fileOf(
      nightly[1],
      `import { existsSync } from 'node:fs'

export default defineStrand({
  id: '${nightly[1]}',
  description: 'Fails when a package of ours has a known hole.',
  ${when}
  steps: [
    { id: 'fetch', run: ({ output }) => output('1,812 advisories') },
    {
      id: 'compare',
      after: ['fetch'],
      run({ output }) {
        if (!existsSync(${JSON.stringify(`${folder}/audit-fails`)})) return output('none is about us')
        output('tar-stream <3.1.8: high')
        throw new Error('tar-stream has a hole: update it to 3.1.8')
      },
    },
  ],
})`,
    ),
  ]
}

/** Runs all the time, and says so when nobody is at home. */
export const steadyFiles: readonly StrandFile[] = [
  fileOf(
    'queue-watch',
    `export default defineStrand({
  id: 'queue-watch',
  description: 'Looks every two minutes how long jobs wait.',
  schedule: '*/2 * * * *',
  steps: [
    {
      id: 'look',
      run({ output }) {
        const seconds = Math.round(Math.random() * 40)
        output('the oldest job waits ' + seconds + ' s')
        return seconds > 35 ? { ok: false, reason: 'jobs wait longer than 35 s' } : { ok: true, seconds }
      },
    },
  ],
})`,
  ),
]

function fileOf(name: string, text: string): StrandFile {
  return { name: `${name}.ts`, text: `import { defineStrand } from 'orrery/strand'\n\n${text}\n` }
}
