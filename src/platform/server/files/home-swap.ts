// Puts files from one folder in the place of those of the home. Once begun it is finished, if need be by the next program
// that looks: a plan in the home says what goes where, and each move is made once, however often the plan is followed.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeAtomicSync } from './write-atomic.ts'

type HomeSwap = {
  /** What comes into the home; the folder goes when all of it is there. */
  readonly staged: string
  /** Where what was there goes. */
  readonly aside: string
}

type Plan = HomeSwap & { readonly out: readonly string[]; readonly in: readonly string[] }

const planName = 'home-swap.json'

/** Moves files and folders right below the home. The caller has the home's lock, and both folders share its file system. */
export function swapInto(home: string, swap: HomeSwap, goesAside: (name: string) => boolean): void {
  const names = readdirSync(home)
  const plan: Plan = { ...swap, out: names.filter(goesAside), in: readdirSync(swap.staged) }
  mkdirSync(swap.aside, { mode: 0o700 })
  try {
    writeAtomicSync(join(home, planName), JSON.stringify(plan))
  } catch (error) {
    rmSync(swap.aside, { recursive: true })
    throw error
  }
  follow(home, plan)
}

/** What `swapInto` began and did not end, because its process was killed; null when there is nothing. Needs the lock, too. */
export function finishSwap(home: string): HomeSwap | null {
  const plan = readPlan(home)
  if (plan === null) return null
  follow(home, plan)
  return { staged: plan.staged, aside: plan.aside }
}

export const isSwapPending = (home: string): boolean => existsSync(join(home, planName))

function follow(home: string, { staged, aside, out, in: incoming }: Plan): void {
  for (const name of out) {
    // Once it lies there, what has its name in the home is the new one.
    if (!existsSync(join(aside, name)) && existsSync(join(home, name))) renameSync(join(home, name), join(aside, name))
  }
  for (const name of incoming) {
    if (existsSync(join(staged, name))) renameSync(join(staged, name), join(home, name))
  }
  rmSync(staged, { recursive: true, force: true })
  rmSync(join(home, planName))
}

function readPlan(home: string): Plan | null {
  try {
    const plan: unknown = JSON.parse(readFileSync(join(home, planName), 'utf8'))
    if (!isPlan(plan)) throw new Error(`${join(home, planName)} is none that this program wrote`)
    return plan
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

function isPlan(value: unknown): value is Plan {
  if (typeof value !== 'object' || value === null) return false
  const { staged, aside, out, in: incoming } = value as Record<string, unknown>
  return typeof staged === 'string' && typeof aside === 'string' && [out, incoming].every(isNames)
}

/** Of files right in a folder: no move leads anywhere else. */
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '' && basename(name) === name)
