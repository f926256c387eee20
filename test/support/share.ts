// Of a long row of situations a run of all tests makes a share, another one with each seed; ORRERY_WHOLE=1 makes the whole row,
// ORRERY_SEED repeats a run.

export const isWhole = process.env.ORRERY_WHOLE === '1'
const seed = Number(process.env.ORRERY_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** For the name of a test, where the runner finds the seed. */
export const shareTold = isWhole ? `the whole, seed ${seed}` : `a share, seed ${seed}`

/** With three shares each third one; which of the shares, the seed decides. */
export function shareOf<T>(all: readonly T[], shares: number): readonly T[] {
  return isWhole ? all : all.filter((_one, at) => at % shares === seed % shares)
}

/** Each second one. */
export function halfOf<T>(all: readonly T[]): readonly T[] {
  return shareOf(all, 2)
}

/** For two places where each situation could be made: it is made in one of them now, and in the other with the other half of seeds. */
export function isMadeHere(at: number, place: 0 | 1): boolean {
  return isWhole || (at + place) % 2 === seed % 2
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function numbersOfSeed(): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
