// Sums up what happened in a git repository: two steps at once, and a third that puts them together.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { defineStrand } from 'orrery/strand'

const run = promisify(execFile)

export default defineStrand({
  id: 'repo-digest',
  name: 'Repository digest',
  description: 'Writes a Markdown page about the last days of a git repository.',
  schedule: null,
  // The page shows this as a form and refuses what does not fit.
  input: {
    type: 'object',
    required: ['repository', 'file'],
    properties: {
      repository: { type: 'string', title: 'Repository', description: 'Path of a checkout.' },
      file: { type: 'string', title: 'File', description: 'Where the page is written.' },
      days: { type: 'integer', title: 'Days', minimum: 1, maximum: 365, default: 7 },
    },
  },
  steps: [
    {
      id: 'commits',
      timeout: '1m',
      async run({ input, output, signal }) {
        const args = ['-C', input.repository, 'log', `--since=${input.days ?? 7} days ago`, '--format=%h %s']
        // The signal ends the program with the step.
        const { stdout } = await run('git', args, { signal })
        const lines = stdout.split('\n').filter((line) => line !== '')
        output(`${lines.length} commits`)
        return lines
      },
    },
    {
      id: 'authors',
      timeout: '1m',
      async run({ input, signal }) {
        const since = `--since=${input.days ?? 7} days ago`
        const { stdout } = await run('git', ['-C', input.repository, 'log', since, '--format=%an'], { signal })
        const counts: Record<string, number> = {}
        for (const name of stdout.split('\n')) if (name !== '') counts[name] = (counts[name] ?? 0) + 1
        return counts
      },
    },
    {
      id: 'write',
      after: ['commits', 'authors'],
      // Writing the same page twice does no harm, so a run that is resumed may do it again.
      async run({ input, results, log }) {
        const authors = Object.entries(results.authors).map(([name, count]) => `- ${name}: ${count}`)
        const commits = results.commits.map((line) => `- ${line}`)
        const page = ['# Digest', '', '## Who', ...authors, '', '## What', ...commits, ''].join('\n')
        await mkdir(dirname(input.file), { recursive: true })
        await writeFile(input.file, page)
        log('wrote', input.file)
        return { file: input.file, commits: results.commits.length }
      },
    },
  ],
})
