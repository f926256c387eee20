// How the machine is, of what was looked at: the worst first, and all of it in a line.
import type { HomeLook, HomeMachine } from '../contract.ts'

const ranks = { fail: 0, warn: 1, ok: 2 } as const

/** `says` names what is not well, and how many more there are. */
export function machineOf(looks: readonly HomeLook[]): Omit<HomeMachine, 'looked_at'> {
  const sorted = looks.toSorted((one, other) => ranks[one.level] - ranks[other.level])
  const bad = sorted.filter(({ level }) => level === 'fail')
  const odd = sorted.filter(({ level }) => level === 'warn')
  const level = bad.length > 0 ? 'fail' : odd.length > 0 ? 'warn' : 'ok'
  return { level, says: sayMachine(bad, odd), looks: sorted }
}

function sayMachine(bad: readonly HomeLook[], odd: readonly HomeLook[]): string {
  const [first, ...more] = bad
  if (first !== undefined) return `Not well: ${toldOf(first)}${andAlso('; see also', [...more, ...odd])}`
  if (odd.length === 0) return 'All works on this machine'
  const missing = odd.flatMap(({ name }) => spare[name] ?? [])
  const notSetUp = missing.length === 0 ? '' : `. Not set up: ${missing.join(', ')}`
  const [strange, ...others] = odd.filter(({ name }) => spare[name] === undefined)
  return `${strange === undefined ? 'All works' : `To look at: ${toldOf(strange)}${andAlso('; also', others)}`}${notSetUp}`
}

/** What people work without, as they call it. */
const spare: Readonly<Record<string, string>> = {
  gateway: 'gateway',
  model: 'model server',
  hooks: 'hooks',
  agents: 'some agent programs',
}

const toldOf = ({ name, says }: HomeLook): string => `${name} ${says.replace(/\.$/, '')}`

function andAlso(words: string, looks: readonly HomeLook[]): string {
  return looks.length === 0 ? '' : `${words} ${looks.map(({ name }) => spare[name] ?? name).join(', ')}`
}

/** A hint that ends in a command is written `Words: command`. */
const commandStarts = /: ((?:orrery|sudo|apk|brew|chmod|npm|PORT=\d+) .+)$/

/** What of a hint can be typed as it stands; null where it is advice. */
export function commandOf(hint: string): string | null {
  return commandStarts.exec(hint)?.[1] ?? null
}
