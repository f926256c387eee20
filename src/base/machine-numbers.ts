// The numbers of a machine, and how people read them, on the page and in a terminal.

/** What a machine has and how busy it is, as it says with a heartbeat; null before the first one. */
export type MachineNumbers = {
  /** Bytes. */
  readonly free_ram: number | null
  readonly total_ram: number | null
  /** How many programs wanted a processor in the last minute. */
  readonly load: number | null
  readonly cores: number | null
}

/** The same, looked up in the machine itself. */
export type MachineLook = { readonly [Name in keyof MachineNumbers]: number }

/** A number in words, and how full its bar is, from 0 to 1. */
export type Measured = { readonly words: string; readonly part: number }

const gibibyte = 1024 ** 3

/** How much memory is free; null before the first heartbeat. */
export function memoryOf({
  free_ram: free,
  total_ram: total,
}: Pick<MachineNumbers, 'free_ram' | 'total_ram'>): Measured | null {
  if (free === null || total === null || total <= 0) return null
  return { words: `${inGibibytes(free)} of ${inGibibytes(total)} GiB`, part: within(free / total) }
}

function inGibibytes(bytes: number): string {
  const size = bytes / gibibyte
  return size < 9.95 ? size.toFixed(1).replace(/\.0$/, '') : String(Math.round(size))
}

/** How busy its processors are, of all of them; null before the first heartbeat. */
export function loadOf({ load, cores }: Pick<MachineNumbers, 'load' | 'cores'>): Measured | null {
  if (load === null || cores === null || cores <= 0) return null
  return { words: `${Math.round((load / cores) * 100)} %`, part: within(load / cores) }
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
