// What callers of plugins hear when there is no plugin, or when it fails.
import { secondMs } from '#base/time.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'

export function unknownPlugin(name: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no plugin ${shown(name)}.`,
    hint: `Put plugins/${shown(name)}.ts into the home of the service and reload; the guide's page on plugins has an example.`,
  }
}

export function unknownRoute(
  name: string,
  { method, path }: { readonly method: string; readonly path: string },
  routes: readonly string[],
): Refusal {
  return {
    error: 'not_found',
    reason: `The plugin ${name} has no route ${method} ${shown(path)}.`,
    hint: routes.length === 0 ? 'It has no routes.' : `It has ${routes.join(', ')}.`,
  }
}

export function tooManyCalls(name: string, most: number): Refusal {
  return {
    error: 'too_many',
    reason: `The plugin ${name} is busy with ${most} calls.`,
    hint: 'Try again when some of them are answered.',
  }
}

export function pluginTimeout(name: string, limitMs: number): Refusal {
  return {
    error: 'plugin_timeout',
    reason: `The plugin ${name} did not answer within ${limitMs / secondMs} s.`,
    hint: 'Give work that takes long to a step of a strand, and let the route answer at once.',
  }
}

export function pluginFailed(name: string, reason: string): Refusal {
  return {
    error: 'plugin_failed',
    reason: `The plugin ${name} failed: ${reason}`,
    hint: `Its frames stand in the service's log; mend plugins/${name} and reload.`,
  }
}
