// The sentence at the top of Home: how things stand, in words.

export type HomeStanding = { readonly needs: number; readonly running: number; readonly waiting: number }

/** `call` is what a person has to know; `rest` what they may. */
export function homeSentence({ needs, running, waiting }: HomeStanding): {
  readonly call: string
  readonly rest: string
} {
  const call = needs === 0 ? 'Nothing needs you.' : `${capital(inWords(needs))} ${needs === 1 ? 'needs' : 'need'} you.`
  const runs = running === 0 ? 'nothing runs' : `${inWords(running)} ${running === 1 ? 'runs' : 'run'}`
  const waits = waiting === 0 ? '' : `, ${inWords(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for others to finish`
  return { call, rest: `${capital(runs)}${waits}.` }
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function inWords(count: number): string {
  return words[count] ?? String(count)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
