// Asks tmux over the connection that tells of its sessions: a question there costs a tenth of a process of its own.

export type ControlLine = {
  /** Whether somebody is connected. */
  readonly isOpen: () => boolean
  /**
   * Runs the commands, one a line, and answers every line that came until `lastLine` did; others may stand among them. Null
   * where the connection is lost, or where tmux does not answer in time.
   */
  readonly ask: (commands: string, lastLine: string) => Promise<readonly string[] | null>
  /** A connection stands: what is asked is written there. The newest one counts. */
  readonly connect: (write: (text: string) => void) => Connected
}

type Connected = {
  /** Each line that tmux wrote. */
  readonly take: (line: string) => void
  /** It is lost: who waits gets no answer. */
  readonly close: () => void
}

type Waiting = { readonly lastLine: string; readonly lines: string[]; readonly end: (isWhole: boolean) => void }

export function createControlLine(timeLimitMs: number): ControlLine {
  let open: { readonly write: (text: string) => void; readonly waiting: Set<Waiting> } | null = null
  return {
    isOpen: () => open !== null,
    ask(commands, lastLine) {
      const { promise, resolve } = Promise.withResolvers<readonly string[] | null>()
      if (open === null) return Promise.resolve(null)
      const { waiting, write } = open
      const one: Waiting = {
        lastLine,
        lines: [],
        end(isWhole) {
          clearTimeout(timer)
          waiting.delete(one)
          resolve(isWhole ? one.lines : null)
        },
      }
      const timer = setTimeout(() => one.end(false), timeLimitMs)
      waiting.add(one)
      write(commands)
      return promise
    },
    connect(write) {
      const own = { write, waiting: new Set<Waiting>() }
      open = own
      return {
        take(line) {
          for (const one of own.waiting) {
            one.lines.push(line)
            if (line === one.lastLine) one.end(true)
          }
        },
        close() {
          if (open === own) open = null
          for (const one of own.waiting) one.end(false)
        },
      }
    },
  }
}
