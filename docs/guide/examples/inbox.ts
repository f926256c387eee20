// Takes notes that other programs deliver by a signed request, each once, and keeps them in a file.
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineStrand } from 'orrery/strand'
import { inboxFolder } from './lib/folders.ts'

const file = join(inboxFolder, 'inbox.jsonl')

export default defineStrand({
  id: 'inbox',
  description: 'Files notes that come by webhook.',
  triggerType: 'webhook',
  input: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1 },
      kind: { enum: ['idea', 'bug', 'question'], default: 'idea' },
    },
  },
  steps: [
    {
      id: 'file',
      async run({ input, runId, output }) {
        await mkdir(inboxFolder, { recursive: true })
        // After a crash the step runs again: what it wrote the first time is found by the run's id.
        const known = await readFile(file, 'utf8').catch(() => '')
        if (known.includes(JSON.stringify(runId))) {
          output('filed already')
          return { filed: false }
        }
        await appendFile(file, `${JSON.stringify({ runId, ...input })}\n`)
        return { filed: true }
      },
    },
    {
      id: 'count',
      after: ['file'],
      async run() {
        const lines = (await readFile(file, 'utf8')).trim().split('\n')
        return { notes: lines.length }
      },
    },
  ],
})
