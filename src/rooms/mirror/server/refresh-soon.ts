// Turns a flurry of calls into one piece of work soon after the first, and one more if others came meanwhile.

export interface RefreshSoon extends AsyncDisposable {
  call(): void
}

/** `work` never rejects. Disposing waits for the work at hand. */
export function createRefreshSoon(work: () => Promise<void>, delayMs: number): RefreshSoon {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let isOver = false

  function call(): void {
    if (isOver || timer !== undefined) return
    if (running !== null) {
      again = true
      return
    }
    timer = setTimeout(() => void start(), delayMs)
  }

  async function start(): Promise<void> {
    timer = undefined
    running = work()
    await running
    running = null
    if (!again) return
    again = false
    call()
  }

  return {
    call,
    async [Symbol.asyncDispose]() {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}
