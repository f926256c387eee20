// How a person types our command on the machine of the service, as /mode.js told the page.
import { asTyped } from '#base/own-command.ts'

/** Set by /mode.js. */
const commandName = '__ORRERY_COMMAND__'

/** The line as it works there. */
export function lineToType(text: string): string {
  return asTyped(text, Reflect.get(globalThis, commandName) === 'npx orrery' ? 'npx orrery' : 'orrery')
}
