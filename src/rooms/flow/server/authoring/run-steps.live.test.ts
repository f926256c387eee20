import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Json } from '#base/json.ts'
import type { LoadedStrand } from '../loaded-strand.ts'
import { makeAuthoringHome, stepCall, type AuthoringHome } from './authoring.testkit.ts'

/** One strand whose steps are these bodies. */
async function homeWith(bodies: Readonly<Record<string, string>>): Promise<AuthoringHome & { strand: LoadedStrand }> {
  const steps = Object.entries(bodies).map(([id, body]) => `{ id: '${id}', run: ${body} }`)
  const home = await makeAuthoringHome({
    'workflows/bodies.ts': `export default { id: 'bodies', steps: [\n${steps.join(',\n')}\n] }`,
  })
  const { strands, errors } = await home.source.load()
  assert.deepEqual(errors, [])
  const strand = strands.find(({ definition }) => definition.id === 'bodies')
  assert.ok(strand !== undefined)
  return Object.assign(home, { strand })
}

const reasons: Readonly<Record<string, { body: string; reason: RegExp }>> = {
  error: { body: "() => { throw new TypeError('boo') }", reason: /^TypeError: boo$/ },
  cause: {
    body: "() => { throw new Error('no page', { cause: new Error('no network') }) }",
    reason: /^no page: no network$/,
  },
  text: { body: "() => { throw 'boo' }", reason: /^threw 'boo', which is no Error$/ },
  nothing: { body: '() => Promise.reject()', reason: /^threw undefined, which is no Error$/ },
  record: { body: '() => { throw { code: 7 } }', reason: /^threw \{ code: 7 \}, which is no Error$/ },
  hostile: {
    body: '() => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }) }',
    reason: /^threw /,
  },
  bigint: { body: '() => ({ deep: [1n] })', reason: /^its result\.deep\[0\] is a bigint, which JSON can't hold$/ },
  map: { body: '() => new Map()', reason: /^its result is a Map, which JSON can't hold$/ },
  function: { body: '() => () => {}', reason: /^its result is a function, which JSON can't hold$/ },
  circle: {
    body: '() => { const a = {}; a.a = a; return a }',
    reason: /^its result\.a is itself, which JSON can't hold$/,
  },
  large: { body: "() => 'x'.repeat(2e6)", reason: /^its result has \d+ KiB of JSON, and at most 1024 KiB are taken/ },
  exit: { body: '() => { process.exit(2) }', reason: /^process\.exit\(2\) was called/ },
  caught: {
    body: '() => { try { process.exit() } catch {} return new Promise(() => {}) }',
    reason: /^process\.exit\(\) was called/,
  },
  timer: { body: "() => new Promise(() => setTimeout(() => { throw new Error('late') }, 1))", reason: /^late$/ },
  stray: { body: "() => { Promise.reject(new Error('stray')); return new Promise(() => {}) }", reason: /^stray$/ },
  api: {
    body: "({ api }) => api.post('/api/agents/launch', {})",
    reason: /^ctx\.api calls paths under \/api\/plugins\/ only/,
  },
  climb: { body: "({ api }) => api.get('/api/plugins/../agents')", reason: /^ctx\.api calls paths under/ },
  elsewhere: {
    body: "({ api }) => api.get('http://example.com/api/plugins/x')",
    reason: /^ctx\.api calls paths under/,
  },
  unreached: { body: "({ api }) => api.get('/api/plugins/x/y')", reason: /^TypeError: fetch failed/ },
  killed: {
    body: "() => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }",
    reason: /^its process was ended by SIGKILL$/,
  },
  leak: { body: '() => { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }', reason: /^out of memory/ },
  aborts: { body: "() => JSON.parse('[' + '1,'.repeat(5e7) + '1]')", reason: /^out of memory/ },
  buffers: {
    body: 'async () => { const all = []; for (;;) { all.push(Buffer.alloc(2e6, 1)); await new Promise(setImmediate) } }',
    reason: /^out of memory/,
  },
}

test('what goes wrong in a body is told in a sentence, and the next step runs as if nothing had been', async (t) => {
  const bodies = Object.entries(reasons).map(([id, { body }]) => [id, body])
  await using home = await homeWith({ ...Object.fromEntries(bodies), fine: "() => 'fine'" })
  for (const [id, { reason }] of Object.entries(reasons)) {
    await t.test(id, async () => {
      const lines: string[] = []
      const call = stepCall({ stepId: id, output: (line) => lines.push(line) })
      await assert.rejects(home.strand.runStep(call), (error: Error) => {
        assert.match(error.message, reason)
        return true
      })
      assert.equal(await home.strand.runStep(stepCall({ stepId: 'fine' })), 'fine')
    })
  }
})

test('a body has its context, and what it returns comes back as JSON', async () => {
  await using home = await homeWith({
    all: '({ signal, output, log, api, ...rest }) => ({ ...rest, at: new Date(0), none: undefined, env: { ...process.env, ORRERY_TRACKING_ID: process.env.ORRERY_TRACKING_ID?.length }, cwd: process.cwd() })',
  })
  const result = await home.strand.runStep(
    stepCall({ stepId: 'all', input: { city: 'Berlin' }, results: { before: [1, null] }, attempt: 3 }),
  )
  assert.deepEqual(result, {
    input: { city: 'Berlin' },
    results: { before: [1, null] },
    attempt: 3,
    runId: 'run-1',
    strandId: 'strand',
    stepId: 'all',
    host: hostname(),
    at: '1970-01-01T00:00:00.000Z',
    env: { PATH: '/bin', GREETING: 'hello', SERVICE_HOME: home.path, ORRERY_TRACKING_ID: 36 },
    cwd: home.path,
  })
})

test('a step without a result has null', async () => {
  await using home = await homeWith({ a: '() => {}' })
  assert.equal(await home.strand.runStep(stepCall({ stepId: 'a' })), null)
})

test('lines, logs and what is written to the streams are the output of the step that wrote them', async () => {
  await using home = await homeWith({
    a: `async ({ output, log }) => {
      output('one')
      log('two', { three: 3 })
      console.log('four')
      process.stdout.write('fi')
      await new Promise(setImmediate)
      process.stderr.write('ve\\nsix')
    }`,
    b: "async () => { await new Promise(setImmediate); console.log('of b') }",
  })
  const a: string[] = []
  const b: string[] = []
  await Promise.all([
    home.strand.runStep(stepCall({ stepId: 'a', output: (line) => a.push(line) })),
    home.strand.runStep(stepCall({ stepId: 'b', output: (line) => b.push(line) })),
  ])
  assert.deepEqual(a, ['one', 'two { three: 3 }', 'four', 'five', 'six'])
  assert.deepEqual(b, ['of b'])
})

test('of 100 MB of output the beginning and the last lines come through, and the step ends well', async () => {
  await using home = await homeWith({
    flood:
      "({ output }) => { const line = 'x'.repeat(990); for (let n = 0; n < 1e5; n += 1) output(n + line); return 'done' }",
    long: "({ output }) => output('y'.repeat(1e8))",
  })
  let bytes = 0
  const words: string[] = []
  const output = (line: string): void => {
    bytes += line.length + 1
    words.push(line.slice(0, 80))
  }
  assert.equal(await home.strand.runStep(stepCall({ stepId: 'flood', output })), 'done')
  assert.ok(bytes > 16_000_000 && bytes < 18_000_000, String(bytes))
  assert.match(words[0] ?? '', /^0xxx/)
  assert.match(words.at(-1) ?? '', /^99999xxx/)
  assert.ok(words.some((line) => /^orrery: \d+ lines after the first 16 MiB are left out here$/.test(line)))
  bytes = 0
  await home.strand.runStep(stepCall({ stepId: 'long', output }))
  assert.equal(bytes, 32 * 1024 + ' …'.length + 1)
})

const stubborn: Readonly<Record<string, string>> = {
  'one that listens':
    "({ output, signal }) => { output('begun'); return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) }",
  'one that does not listen': "({ output }) => { output('begun'); return new Promise(() => {}) }",
  'an endless loop': "({ output }) => { output('begun'); for (;;) {} }",
  'a loop that the compiler can not interrupt':
    "({ output }) => { output('begun'); const all = []; for (;;) all.push(Array(1000).fill({})) }",
}

test('an abort stops any body', async (t) => {
  const ids = Object.keys(stubborn)
  const bodies = Object.values(stubborn).map((body, index) => [`s${index}`, body])
  await using home = await homeWith(Object.fromEntries(bodies))
  for (const [index, name] of ids.entries()) {
    await t.test(name, async () => {
      const controller = new AbortController()
      const { signal } = controller
      const output = (line: string): void => {
        if (line === 'begun') controller.abort(new Error('the step ran longer than 10 s'))
      }
      const running = home.strand.runStep(stepCall({ stepId: `s${index}`, signal, output }))
      await assert.rejects(running, /ran longer than 10 s/)
    })
  }
})

test('steps that share a process with one that had to be ended begin again', async () => {
  const wait =
    "({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))"
  await using home = await homeWith({ loop: '() => { for (;;) {} }', wait, quick: "() => 'quick'" })
  const controller = new AbortController()
  const { signal } = controller
  const start = (stepId: string): Promise<Json> => home.strand.runStep(stepCall({ stepId, signal }))
  const loop = new AbortController()
  const endless = home.strand.runStep(stepCall({ stepId: 'loop', signal: loop.signal }))
  const waiting = [start('wait'), start('wait'), start('wait')]
  const lines: string[] = []
  const shared = home.strand.runStep(stepCall({ stepId: 'quick', output: (line) => lines.push(line) }))
  loop.abort(new Error('cancelled'))
  await assert.rejects(endless, /cancelled/)
  assert.equal(await shared, 'quick')
  assert.deepEqual(lines, ['orrery: another step made its process end, so this one begins again'])
  controller.abort(new Error('over'))
  for (const outcome of await Promise.allSettled(waiting)) assert.equal(outcome.status, 'rejected')
})

/** Starts a program in a session of its own, which no signal to a group reaches, and answers its process id. */
const detached = (more: string): string =>
  `const { pid } = spawn('/bin/sh', ['-c', 'exec sleep 1000'], { detached: true, stdio: 'ignore'${more} }); output(String(pid))`
const importSpawn = "const { spawn } = await import('node:child_process');"

function isAlive(pid: number): boolean {
  try {
    // One that ended and that nobody has asked for yet is a zombie.
    return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const onLinux = { skip: process.platform === 'linux' ? false : 'without /proc only the group can be ended' }

test('a program that a step leaves behind in a session of its own ends with the step', onLinux, async () => {
  await using home = await homeWith({
    ends: `async ({ output }) => { ${importSpawn} ${detached('')} }`,
    throws: `async ({ output }) => { ${importSpawn} ${detached('')}; throw new Error('no') }`,
    dies: `async ({ output }) => { ${importSpawn} ${detached('')}; setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300); await new Promise(() => {}) }`,
  })
  for (const stepId of ['ends', 'throws', 'dies']) {
    const pid = Promise.withResolvers<number>()
    const call = stepCall({ stepId, output: (line) => pid.resolve(Number(line)) })
    await home.strand.runStep(call).catch(() => null)
    await eventually(async () => !isAlive(await pid.promise))
  }
})

test('a cancelled step takes such a program along, whether its body listens or not', onLinux, async () => {
  await using home = await homeWith({
    listens: `async ({ output, signal }) => { ${importSpawn} ${detached('')}; await new Promise((done) => signal.addEventListener('abort', done)) }`,
    deaf: `async ({ output }) => { ${importSpawn} ${detached('')}; setTimeout(() => { for (;;) {} }, 300); await new Promise(() => {}) }`,
  })
  for (const stepId of ['listens', 'deaf']) {
    const controller = new AbortController()
    const pid = Promise.withResolvers<number>()
    const call = stepCall({ stepId, signal: controller.signal, output: (line) => pid.resolve(Number(line)) })
    const ran = home.strand.runStep(call).catch(() => null)
    assert.equal(isAlive(await pid.promise), true)
    controller.abort(new Error('cancelled'))
    await ran
    await eventually(async () => !isAlive(await pid.promise))
  }
})

test('a program that is started without the variable outlives its step', onLinux, async () => {
  await using home = await homeWith({
    keeps: `async ({ output }) => { ${importSpawn} const { ORRERY_TRACKING_ID: _, ...env } = process.env; ${detached(', env')} }`,
  })
  const pid = Promise.withResolvers<number>()
  await home.strand.runStep(stepCall({ stepId: 'keeps', output: (line) => pid.resolve(Number(line)) }))
  await home.source[Symbol.asyncDispose]()
  const kept = await pid.promise
  try {
    assert.equal(isAlive(kept), true)
  } finally {
    process.kill(kept, 'SIGKILL')
  }
})

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < untilMs, 'it did not come true within 20 s')
    await nextTurn()
  }
}
