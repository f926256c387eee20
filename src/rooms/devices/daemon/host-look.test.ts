import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createHostLook } from './host-look.ts'

test('a machine tells the versions of its clients as soon as they said them, and waits for none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-clients-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const install = async (name: string, script: string): Promise<void> => {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o755)
  }
  await install('codex', 'echo codex-cli 0.150.0')
  await install('gemini', 'exit 3')
  const look = createHostLook({
    environment: { PATH: `${folder}:/usr/bin:/bin` },
    // Nobody listens there.
    gatewayPort: 9,
    timers: new ManualTime('2026-11-20T10:00:00.000Z'),
  })
  assert.deepEqual((await look.read()).installedHarnesses, ['codex', 'gemini'])
  const told = { codex: '0.150.0' }
  await t.waitFor(async () => assert.deepEqual((await look.read()).harness_versions, told))
  await rm(join(folder, 'codex'))
  look.forget()
  const after = await look.read()
  assert.deepEqual([after.installedHarnesses, after.harness_versions], [['gemini'], {}])
})

test('a machine tells the graphics cards that their own program names, and has none without it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-cards-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'nvidia-smi')
  await writeFile(path, "#!/bin/sh\necho 'Card, 2, 1'\n")
  await chmod(path, 0o755)
  const timers = new ManualTime('2026-11-20T10:00:00.000Z')
  const look = createHostLook({ environment: { PATH: folder }, gatewayPort: 9, timers })
  const mebibyte = 1024 * 1024
  assert.deepEqual((await look.read()).gpus, [{ name: 'Card', total_memory: 2 * mebibyte, free_memory: mebibyte }])
  await rm(path)
  look.forget()
  assert.deepEqual((await look.read()).gpus, [])
})
