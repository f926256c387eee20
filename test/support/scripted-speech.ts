// Speech recognition of a browser as a script: what it hears is said by the test.
import type { Page } from 'playwright-core'

/** From now on in this document; as an init script in each one. `available` is what it says of hearing on the machine. */
export const scriptedSpeech = (available = 'unavailable') => `{
  class Scripted extends EventTarget {
    static available = async () => '${available}'
    start() {
      globalThis.listener = this
      ;(globalThis.speech ??= []).push('start ' + (this.processLocally === true ? 'here' : 'anywhere'))
    }
    stop() {
      globalThis.speech.push('stop')
    }
    abort() {
      globalThis.speech.push('abort')
    }
  }
  globalThis.SpeechRecognition = globalThis.webkitSpeechRecognition = Scripted
}`

/** What was asked of it so far. */
export function askedOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>('globalThis.speech ?? []')
}

/** It hears: each text is an utterance, all since its start. */
export async function hear(page: Page, ...utterances: readonly string[]): Promise<void> {
  await send(page, 'result', { results: utterances.map((transcript) => [{ transcript }]) })
}

/** It ends, by an error if one is named. */
export async function endSpeech(page: Page, error?: string): Promise<void> {
  if (error !== undefined) await send(page, 'error', { error })
  await send(page, 'end', {})
}

async function send(page: Page, type: string, parts: object): Promise<void> {
  await page.evaluate(`{
    const event = Object.assign(new Event('${type}'), ${JSON.stringify(parts)})
    void globalThis.listener.dispatchEvent(event)
  }`)
}
