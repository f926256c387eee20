// The sentence at the top of Home: how things stand, in words.
import type { HomeCounts } from '../contract.ts'

/** `call` is what a person has to know; `rest` what they may. */
export function homeSentence({ needs, toSee, running, waiting }: HomeCounts): {
  readonly call: string
  readonly rest: string
} {
  const calls = needs === 0 ? 'nothing needs you' : `${inWords(needs)} ${needs === 1 ? 'needs' : 'need'} you`
  const sees = toSee === 0 ? '' : `, ${inWords(toSee)} to see`
  const runs = running === 0 ? 'nothing runs' : `${inWords(running)} ${running === 1 ? 'runs' : 'run'}`
  const waits = waiting === 0 ? '' : `, ${inWords(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for others to finish`
  return { call: `${capital(calls + sees)}.`, rest: `${capital(runs)}${waits}.` }
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function inWords(count: number): string {
  return words[count] ?? String(count)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
