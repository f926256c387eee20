// Machines of a test: network namespaces on one bridge, each with an address and a cable of its own, where we may make them.
import { spawnSync } from 'node:child_process'

export interface Hosts extends Disposable {
  /** Why there are none, or null. */
  readonly missing: string | null
  /** The address under which they reach this machine. */
  readonly address: string
  /** What runs a program on one of them: it stands before the program. */
  readonly on: (index: number) => readonly string[]
  /** Takes its cable out; no connection is told. */
  readonly cut: (index: number) => void
  readonly mend: (index: number) => void
}

/** Of a network that nobody routes; several tests at once take different ones. */
const subnet = `10.201.${process.pid % 250}`
const own = `or${process.pid % 100_000}`
const bridge = `${own}b`

export function openHosts(count: number): Hosts {
  const names = Array.from({ length: count }, (_, index) => ({
    space: `${own}n${index}`,
    cable: `${own}v${index}`,
    address: `${subnet}.${index + 2}/24`,
  }))
  const remove = (): void => {
    for (const { space } of names) spawnSync('ip', ['netns', 'del', space])
    spawnSync('ip', ['link', 'del', bridge])
  }
  let missing: string | null = null
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const { space, cable, address } of names) {
      ip('netns', 'add', space)
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', cable, 'master', bridge, 'up')
      ip('-n', space, 'addr', 'add', address, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'lo', 'up')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
    }
  } catch (error) {
    remove()
    missing = `network namespaces can't be made here: ${error instanceof Error ? error.message : String(error)}`
  }
  const cable = (index: number): string => names[index]?.cable ?? ''
  return {
    missing,
    address: `${subnet}.1`,
    on: (index) => ['ip', 'netns', 'exec', names[index]?.space ?? ''],
    cut: (index) => ip('link', 'set', cable(index), 'down'),
    mend: (index) => ip('link', 'set', cable(index), 'up'),
    [Symbol.dispose]: remove,
  }
}

function ip(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', args)
  if (status !== 0) throw new Error(error?.message ?? `ip ${args.join(' ')}: ${stderr.toString().trim()}`)
}
