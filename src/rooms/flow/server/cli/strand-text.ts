// The text of a strand's file: an example to begin with, or a copy of a built-in strand that keeps its bodies.
import type { Strand } from '../../contract.ts'

export function exampleText(id: string): string {
  return `// What this strand does, in a sentence.
import { defineStrand } from 'orrery/strand'

export default defineStrand({
  id: ${literal(id, 1)},
  description: 'Greets somebody and counts the letters.',
  // Minute, hour, day, month, weekday: '0 7 * * 1-5' is 07:00 on weekdays. Null: only when it is asked to.
  schedule: null,
  // A run from the page asks for this in a form.
  input: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name', default: 'world' } },
  },
  steps: [
    {
      id: 'greet',
      timeout: '1m',
      run: ({ input, output }) => {
        const greeting = \`Hello, \${input?.name ?? 'world'}\`
        output(greeting)
        return { greeting }
      },
    },
    {
      id: 'count',
      after: ['greet'],
      retries: 2,
      // It may run again after a crash or a failure, so doing it twice must do no harm.
      run: ({ results, output }) => {
        const letters = results.greet.greeting.length
        output(\`\${letters} letters\`)
        return { letters }
      },
    },
  ],
})
`
}

export function copyText(strand: Strand, id: string): string {
  const wins = id === strand.id ? 'It takes the place of that one.' : 'It runs beside that one.'
  const fields: Readonly<Record<string, unknown>> = {
    id,
    ...(strand.name === strand.id ? {} : { name: strand.name }),
    ...(strand.description === '' ? {} : { description: strand.description }),
    schedule: strand.schedule,
    ...(strand.timezone === null ? {} : { timezone: strand.timezone }),
    triggerType: strand.triggerType,
    enabled: strand.enabled,
    ...(strand.start_at_boot ? { startAtBoot: true } : {}),
    ...(strand.default_host === 'any' ? {} : { defaultHost: strand.default_host }),
    ...(strand.required_capabilities.length === 0 ? {} : { requiredCapabilities: strand.required_capabilities }),
    ...(strand.input_schema === null ? {} : { input: strand.input_schema }),
    ...(strand.concurrency === 1 ? {} : { concurrency: strand.concurrency }),
    ...(strand.missed === 'skip' ? {} : { missed: strand.missed }),
    steps: strand.steps.map((step) => ({
      id: step.id,
      ...(step.name === step.id ? {} : { name: step.name }),
      ...(step.after.length === 0 ? {} : { after: step.after }),
      ...(step.host === null ? {} : { host: step.host }),
      ...(step.requires.length === 0 ? {} : { requires: step.requires }),
      timeout: step.timeout_ms,
      ...(step.retries === 0 ? {} : { retries: step.retries }),
      uses: `${strand.id}/${step.id}`,
    })),
  }
  return `// A copy of the built-in strand ${strand.id}. ${wins} Its steps do what they do there.
import { defineStrand } from 'orrery/strand'

export default defineStrand(${literal(fields, 0)})
`
}

/** As a person would write it: names without quotes where they need none, one field a line. */
function literal(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pad = '  '.repeat(depth + 1)
  const end = '  '.repeat(depth)
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object'))
      return `[${value.map((item) => literal(item, depth)).join(', ')}]`
    return `[\n${value.map((item) => `${pad}${literal(item, depth + 1)},\n`).join('')}${end}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, field]) => `${pad}${nameOf(name)}: ${literal(field, depth + 1)},\n`)
  return `{\n${lines.join('')}${end}}`
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
  return `'${inner}'`
}
