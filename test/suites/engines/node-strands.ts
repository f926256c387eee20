// Strands whose steps run on two nodes, and tell where each try began and ended.
import { strandOf, type Body } from '#rooms/flow/server/strands.testkit.ts'

export function nodeStrands(tell: (line: string) => void) {
  const traced =
    (result: Body): Body =>
    async (call) => {
      tell(`begin ${call.stepId} ${call.attempt}`)
      const value = await result(call)
      tell(`end ${call.stepId} ${call.attempt}`)
      return value
    }
  return [
    strandOf('smoke', {
      ping: { run: traced(() => 'here') },
      pong: {
        after: ['ping'],
        host: 'there',
        run: traced(({ output, results }) => {
          output('printed there')
          return { heard: results.ping ?? null }
        }),
      },
      compute: { requires: ['gpu'], run: traced(() => 'computed') },
      'wrap-up': { after: ['pong', 'compute'], run: traced(({ results }) => results) },
    }),
    strandOf('long', {
      wait: {
        host: 'there',
        run: traced(
          ({ attempt, signal }) =>
            new Promise((resolve, reject) => {
              if (attempt > 1) resolve('on the second try')
              signal.addEventListener('abort', () => reject(new Error('aborted')))
            }),
        ),
      },
      after: { after: ['wait'], run: traced(() => null) },
    }),
    strandOf('unknown', { a: { host: 'there', run: traced(() => null) } }),
    strandOf('any', { a: { run: traced(() => null) } }),
  ]
}
