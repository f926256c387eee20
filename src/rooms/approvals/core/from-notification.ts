// What may be answered on a notification itself: a yes only where all that is asked for stands in it.
import { visible } from './visible.ts'
import { viewInput } from './input-view.ts'
import type { ToolInput } from './summary.ts'

/** Systems cut longer texts of a notification, and what is cut nobody has read. */
export const wholeLimit = 120

/** All of it on one line, or null where that is too long, or hides anything. */
export function wholeInput(tool: string, input: ToolInput): string | null {
  const view = viewInput(input)
  if (view.kind === 'change') return null
  const fields = view.kind === 'fields' ? view.fields : [{ name: 'command', value: view.command }, ...view.rest]
  const [only] = fields
  const said = only !== undefined && fields.length === 1 ? only.value : fields.map(named).join(', ')
  const whole = said === '' ? tool : `${tool}: ${said}`
  const isPlain = visible(whole) === whole && !/\s{2}|[\n\t]/.test(whole)
  return isPlain && whole.length <= wholeLimit ? whole : null
}

const named = ({ name, value }: { readonly name: string; readonly value: string }): string => `${name} ${value}`

type AskedFor = { readonly tool_name: string; readonly input: ToolInput }

/** The text with which a yes is offered; null where it is not. `tools`: those that a person named in the settings. */
export function approvableText({ tool_name: tool, input }: AskedFor, tools: readonly string[]): string | null {
  return tools.includes(tool) ? wholeInput(tool, input) : null
}
