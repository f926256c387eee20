// Who may do what, in words: the access that the settings put in force.

export type AccessInForce = {
  /** The setting by which callers from elsewhere reach the service; null while none can. */
  readonly exposedBy: string | null
  readonly requireTokenLocally: boolean
  readonly publicUrl: string | null
  readonly allowedHosts: readonly string[]
  /** Where the hooks of this machine report: a port of its own where everybody on the main one is remote. */
  readonly hookPort: number
  readonly port: number
}

/** One sentence each. */
export function accessInWords(access: AccessInForce): string[] {
  return [
    reach(access),
    ...names(access),
    local(access),
    'Whatever starts, types into or ends something takes a login.',
  ]
}

function reach({ exposedBy }: AccessInForce): string {
  if (exposedBy === null) return 'Only this machine reaches it.'
  return `Other machines may reach it, by ${exposedBy}: everybody on its main port needs a login.`
}

function names({ publicUrl, allowedHosts }: AccessInForce): string[] {
  const others = [...(publicUrl === null ? [] : [publicUrl]), ...allowedHosts]
  return others.length === 0 ? [] : [`It answers under ${others.join(', ')} besides the names of this machine.`]
}

function local({ exposedBy, requireTokenLocally, hookPort, port }: AccessInForce): string {
  if (exposedBy !== null) {
    const where = hookPort === port ? '' : ` on port ${hookPort}`
    return `Hooks of this machine report${where} without a login.`
  }
  if (requireTokenLocally) return 'Programs of this machine need a login, too, but for hooks.'
  return 'Programs of this machine may look at the board and move cards without a login.'
}
