// Counts files that changed since documents about them were last audited. Tells nobody: the result is what it is for.
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { countModified } from './lib/count-modified.ts'
import type { StrandNeeds } from './lib/needs.ts'
import { readAudits } from './lib/read-audits.ts'

export default ({ home, userHome }: StrandNeeds) =>
  defineStrand({
    id: 'docs-drift-check',
    name: 'Docs drift check',
    description: 'Counts the files that changed since each audit in the audits folder.',
    schedule: '0 */6 * * *',
    steps: [
      {
        id: 'check',
        async run({ output, signal }) {
          const { audits, problems } = readAudits(home, userHome)
          for (const problem of problems) output(problem)
          const counted = []
          for (const { name, threshold, ...where } of audits) {
            const modified = await countModified({ ...where, signal })
            const exceeded = modified > threshold
            output(`${name}: ${modified} files modified, ${threshold} allowed${exceeded ? ': exceeded' : ''}`)
            counted.push({ name, modified, threshold, exceeded })
          }
          if (audits.length === 0) output(`no audit lies in ${home}/audits`)
          const data = { audits: counted, threshold_exceeded: counted.some(({ exceeded }) => exceeded) }
          return problems.length === 0 ? { ok: true, data } : { ok: false, error: problems.join('; '), data }
        },
      },
    ],
  })
