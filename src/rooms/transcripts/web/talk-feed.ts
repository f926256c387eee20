// Follows a transcript for whoever has its page open: all of it once, then what comes.
import { useEffect, useMemo } from 'react'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { reconnects } from '#platform/web/live/reconnects.ts'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { onTick } from '#platform/web/time/ticker.ts'
import { readTranscript } from '../api.ts'
import type { TranscriptAnswer, TranscriptItem } from '../contract.ts'

export type FollowedTalk = {
  readonly items: readonly TranscriptItem[]
  /** The last part; null before the first. */
  readonly part: TranscriptAnswer | null
  /** Why nothing could be read; what was read before stays. */
  readonly problem: Problem | null
}

type Ask = { readonly call: typeof call }

/** One reading at a time, a part after the other. */
export class TalkFeed {
  readonly talk = createValue<FollowedTalk>({ items: [], part: null, problem: null })
  readonly #id: string
  readonly #ask: Ask
  #isReading = false
  #hasLeft = false

  constructor(id: string, ask: Ask = { call }) {
    this.#id = id
    this.#ask = ask
  }

  /** Reads to the end of what is there. */
  async refresh(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (!this.#hasLeft && !(await this.#readPart()));
    } finally {
      this.#isReading = false
    }
  }

  /** Nobody sees it any more. */
  leave(): void {
    this.#hasLeft = true
  }

  async #readPart(): Promise<boolean> {
    const { items, part } = this.talk.get()
    const query = part === null || part.cursor === '' ? {} : { cursor: part.cursor }
    const answer = await this.#ask.call(readTranscript, { params: { id: this.#id }, query })
    if (!answer.ok) {
      this.talk.set({ items, part, problem: answer.error })
      return true
    }
    const { value } = answer
    const isSame = value.items.length === 0 && !value.is_anew
    this.talk.set({
      items: isSame ? items : value.is_anew ? value.items : [...items, ...value.items],
      part: value,
      problem: null,
    })
    return value.is_end
  }
}

/** Seconds between two looks: while its agent works, and once it is over, since it may be started again. */
const [whileAtWork, afterwards] = [1, 15]

export function useTalk(id: string): readonly [FollowedTalk, () => void] {
  const feed = useMemo(() => new TalkFeed(id), [id])
  useEffect(() => {
    void feed.refresh()
    let seconds = 0
    const stops = [
      onTick(() => {
        const every = feed.talk.get().part?.session.is_at_work === false ? afterwards : whileAtWork
        if ((seconds += 1) % every === 0) void feed.refresh()
      }),
      reconnects.subscribe(() => void feed.refresh()),
    ]
    return () => {
      for (const stop of stops) stop()
      feed.leave()
    }
  }, [feed])
  return [useValue(feed.talk), () => void feed.refresh()]
}
