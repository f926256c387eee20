// The command of a harness that is a plain program: its model in its place, and what asks for JSON.
import type { ProcessAdapter } from '#base/harness/adapter.ts'

/** The argv of one run. */
export function argvOf(
  { argv, jsonArgv }: Pick<ProcessAdapter, 'argv' | 'jsonArgv'>,
  { model, json }: { readonly model: string; readonly json: boolean },
): string[] {
  const filled = argv.map((argument) => argument.replaceAll('{model}', () => model))
  return json ? [...filled, ...jsonArgv] : filled
}
