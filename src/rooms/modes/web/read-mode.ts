// Reads what /mode.js left for the page, and decides.
import type { Mode } from '../contract.ts'
import { isFabric } from '../core/is-fabric.ts'

/** Set by /mode.js, which the service writes from its deployment and configuration. */
const flagName = '__FABRIC_MODE__'
const hostnamesName = '__FABRIC_HOSTNAMES__'

/** Whether the service decided for the page; else its host name did. */
export function isModeTold(): boolean {
  return typeof Reflect.get(globalThis, flagName) === 'boolean'
}

export function readMode(): Mode {
  const names: unknown = Reflect.get(globalThis, hostnamesName)
  const fabric = isFabric({
    override: Reflect.get(globalThis, flagName),
    hostname: location.hostname,
    fabricHostnames: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  })
  return fabric ? 'fabric' : 'legacy'
}
