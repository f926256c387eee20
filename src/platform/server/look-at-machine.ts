// What this machine has and how busy it is: the one look of all that tell of it with a heartbeat.
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import type { MachineLook } from '#base/machine-numbers.ts'

export function lookAtMachine(): MachineLook {
  return { free_ram: freemem(), total_ram: totalmem(), load: loadavg()[0] ?? 0, cores: availableParallelism() }
}
