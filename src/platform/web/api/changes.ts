// Which changes were sent and have no answer yet: what is meant to follow them, such as an undo, waits here.

/** How long an act may go on between the answer and what the page makes of it: one turn of the event loop. */
const nextTurn = () => new Promise<void>((done) => setTimeout(done))

export function createChanges() {
  const underWay = new Set<Promise<unknown>>()
  return {
    /** Answers what it was given, and counts it until it has settled. */
    follow<T>(sent: Promise<T>): Promise<T> {
      underWay.add(sent)
      const forget = () => underWay.delete(sent)
      void sent.then(forget, forget)
      return sent
    },
    /** Resolves once every change is answered, those of an act that sends one after the other too. */
    async answered(): Promise<void> {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
        await nextTurn()
      }
    },
  }
}

/** The changes of this page. One that is given a time of its own, such as a test of a model, is none of them. */
export const changes = createChanges()
