// Two nodes on one PostgreSQL, each in a process of its own that a test kills and starts again.
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '../../support/until.ts'
import { faultsIn, type Faults } from './count-faults.ts'
import { tracesIn, type FaultStrand } from './fault-strands.ts'

export type NodeName = 'here' | 'there'

type Asked = { readonly strand: FaultStrand; readonly slot: string; readonly nodes: Set<NodeName> }

type PlaceOptions = {
  /** Preloaded into a node. */
  readonly preload?: Partial<Record<NodeName, string>>
}

/** `urls`: by which each node reaches PostgreSQL. */
export async function openFaultPlace(urls: Readonly<Record<NodeName, string>>, { preload = {} }: PlaceOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-faults-'))
  const asked = new Map<string, Asked>()
  const ends = new Map<string, string>()
  const nodes = new Map<NodeName, ChildProcess>()
  const traces = async (): Promise<string[]> =>
    (await readFile(tracesIn(folder), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

  function tell(node: NodeName, run: string): void {
    const { strand, slot } = asked.get(run) ?? { strand: '', slot: '' }
    nodes.get(node)?.stdin?.write(`${strand} ${run} ${slot}\n`)
  }

  async function begin(node: NodeName): Promise<void> {
    const home = join(folder, node)
    await mkdir(home, { recursive: true })
    const script = join(import.meta.dirname, 'fault-child.ts')
    const before = preload[node] === undefined ? [] : ['--import', preload[node]]
    const child = spawn(process.execPath, [...before, script, urls[node], node, home, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // What it is told after its death is asked again.
    child.stdin.on('error', () => {})
    child.once('exit', () => {
      appendFileSync(tracesIn(folder), `kill ${node}\n`)
      if (nodes.get(node) === child) nodes.delete(node)
    })
    const ready = Promise.withResolvers<void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word, run = '', ...status] = line.split(' ')
      if (word === 'ready') ready.resolve()
      if (word === 'over' && status[0] !== 'none') ends.set(run, status.join(' '))
    })
    await Promise.race([ready.promise, once(child, 'exit').then(() => Promise.reject(new Error('the node ended')))])
    nodes.set(node, child)
    for (const [run, { nodes }] of asked) if (nodes.has(node)) tell(node, run)
  }

  const ended = (node: NodeName) => until(`${node} has ended`, () => !nodes.has(node))
  await Promise.all([begin('here'), begin('there')])
  return {
    folder,
    traces,
    /** The node runs it, and does again whatever it is asked after a death. */
    run(node: NodeName, id: string, { strand = 'local', slot = '' }: { strand?: FaultStrand; slot?: string } = {}) {
      const known = asked.get(id) ?? { strand, slot, nodes: new Set<NodeName>() }
      asked.set(id, known)
      known.nodes.add(node)
      tell(node, id)
    },
    async kill(node: NodeName) {
      nodes.get(node)?.kill('SIGKILL')
      await ended(node)
    },
    /** It is to die by itself. */
    ended,
    begin,
    sees: (what: string, line: string) => until(what, async () => (await traces()).some((one) => one.startsWith(line))),
    isOver: (run: string) => ends.get(run) ?? null,
    /** Waits until all that was asked for is over, and counts what was lost or doubled. */
    async settle(limitMs?: number): Promise<Faults> {
      await until('all runs are over', () => [...asked.keys()].every((run) => ends.has(run)), limitMs).catch(() => null)
      const runs = [...asked].map(([id, { strand }]) => ({ id, strand, status: ends.get(id) ?? 'not over' }))
      return faultsIn(runs, await traces())
    },
    async [Symbol.asyncDispose]() {
      for (const child of nodes.values()) child.kill('SIGKILL')
      await Promise.all([ended('here'), ended('there')])
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

export type FaultPlace = Awaited<ReturnType<typeof openFaultPlace>>
