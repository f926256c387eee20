// What the middle of the cockpit says, in a sentence or two: who waits, and where there is room.

/** What it hangs on. `room` names the machine that would take an agent next. */
export type SkyInNumbers = {
  readonly waiting: number
  readonly running: number
  readonly devices: number
  readonly away: number
  readonly room: string | null
}

export function sayNow({ waiting, running, devices, away, room }: SkyInNumbers): string {
  if (devices === 0) return 'No machine is paired yet.'
  const calls = callOf(waiting, running)
  const rest =
    room !== null
      ? `${room} has room for one more agent.`
      : away === devices
        ? `${devices === 1 ? 'The only machine is' : 'All machines are'} away.`
        : 'No machine has room to spare.'
  return `${calls} ${rest}`
}

function callOf(waiting: number, running: number): string {
  if (waiting > 0) return `${counted(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you.`
  if (running === 0) return 'Nothing runs.'
  return running === 1 ? 'One session works and needs nobody.' : `${counted(running)} work and need nobody.`
}

const small = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function counted(count: number): string {
  return `${small[count] ?? String(count)} session${count === 1 ? '' : 's'}`
}

export type Roomy = {
  readonly label: string
  readonly isOnline: boolean
  /** From 0 to 1; null where nothing is known. */
  readonly free: number | null
  readonly load: number | null
}

/** With less than this no machine is recommended. */
const leastFree = 0.15
const mostLoad = 0.9

/** The machine with the most memory to spare that is not busy; null for none. */
export function roomiest(devices: readonly Roomy[]): string | null {
  const fit = devices.filter(
    ({ isOnline, free, load }) => isOnline && free !== null && free >= leastFree && (load ?? 0) <= mostLoad,
  )
  const scoreOf = ({ free, load }: Roomy): number => (free ?? 0) * 0.6 + (1 - (load ?? 0)) * 0.4
  return fit.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]?.label ?? null
}
