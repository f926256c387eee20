// The line that works as it stands: `orrery …` where it is installed, `npx orrery …` in a checkout.

/** How a person types our command on this machine. */
export type OwnCommand = 'orrery' | 'npx orrery'

/** The text with each line for a shell as it is typed here: `orrery login` becomes `npx orrery login` in a checkout. */
export function asTyped(text: string, command: OwnCommand): string {
  if (command === 'orrery') return text
  return text.replaceAll(/(?<![\w/.-])(?<!npx )orrery (?=--?[a-z]|[a-z]|<)/g, `${command} `)
}
