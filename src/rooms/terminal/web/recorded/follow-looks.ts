// Follows what a terminal does not tell of itself: the region that scrolls, the looks of the next letter, the cursor.
import type { Terminal } from '@xterm/xterm'
import type { FollowedLooks } from './snapshot.ts'

const esc = '\u001B'

/** More than programs set without a reset between. */
const mostLooks = 32

type Place = { readonly looks: readonly string[]; readonly letters: string; readonly region: string }

const plain: Place = { looks: [], letters: 'B', region: '' }

/** Call it before the first byte; it ends with the terminal. */
export function followLooks({ parser }: Pick<Terminal, 'parser'>): FollowedLooks {
  let now = plain
  /** Of the plain screen, while a program has the other one. */
  let below: Place | null = null
  let isCursorHidden = false
  const change = (part: Partial<Place>): false => {
    now = { ...now, ...part }
    return false
  }
  const begin = (): false => {
    below = null
    isCursorHidden = false
    return change(plain)
  }
  const switchTo = (isOther: boolean): void => {
    if (isOther === (below !== null)) return
    // Looks are taken along, and come back as they were; a region belongs to its screen.
    if (isOther) below = now
    now = isOther ? { ...now, region: '' } : (below ?? now)
    if (!isOther) below = null
  }
  parser.registerCsiHandler({ final: 'm' }, (parameters) => {
    const text = textOf(parameters)
    const before = /^0?($|;)/.test(text) ? [] : now.looks
    return change({ looks: /^0?$/.test(text) ? before : [...before.slice(1 - mostLooks), text] })
  })
  parser.registerCsiHandler({ final: 'r' }, (parameters) => {
    const text = textOf(parameters)
    return change({ region: /^[0;]*$/.test(text) ? '' : `${esc}[${text}r` })
  })
  for (const final of ['h', 'l']) {
    parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
      if (parameters.includes(25)) isCursorHidden = final === 'l'
      if (parameters.includes(1049)) switchTo(final === 'h')
      return false
    })
  }
  for (const letters of ['0', 'A', 'B']) {
    parser.registerEscHandler({ intermediates: '(', final: letters }, () => change({ letters }))
  }
  parser.registerEscHandler({ final: 'c' }, begin)
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, begin)
  return {
    region: () => now.region,
    pen: () => `${penOf(now)}${isCursorHidden ? `${esc}[?25l` : ''}`,
    below: () => (below === null ? null : { region: below.region, pen: penOf(below) }),
  }
}

function penOf({ looks, letters }: Place): string {
  return `${esc}[0m${looks.map((each) => `${esc}[${each}m`).join('')}${esc}(${letters}`
}

/** As it was written: parts of a parameter follow it by colons. */
function textOf(parameters: readonly (number | readonly number[])[]): string {
  return parameters
    .map((each) => (typeof each === 'number' ? `;${each}` : `:${each.join(':')}`))
    .join('')
    .slice(1)
}
