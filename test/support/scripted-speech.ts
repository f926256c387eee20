// Speech recognition of a browser as a script: what it hears is said by the test.
import type { Page } from 'playwright-core'

/** From now on in this document; as an init script in each one. `available` is what it says of hearing on the machine. */
export const scriptedSpeech = (available = 'unavailable') => `{
  class Scripted {
    static available = async () => '${available}'
    start() {
      globalThis.listener = this
      ;(globalThis.speech ??= []).push('start ' + (this.processLocally === true ? 'here' : 'anywhere'))
      setTimeout(() => this.onstart?.(new Event('start')))
    }
    stop() {
      globalThis.speech.push('stop')
      globalThis.stopping = this
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
  const results = JSON.stringify(utterances.map((transcript) => [{ transcript }]))
  await page.evaluate(`void globalThis.listener.onresult?.({ results: ${results} })`)
}

/** It ends, by an error if one is named. */
export async function endSpeech(page: Page, error?: string): Promise<void> {
  if (error !== undefined) await page.evaluate(`void globalThis.listener.onerror?.({ error: '${error}' })`)
  await page.evaluate('void globalThis.listener.onend?.()')
}
