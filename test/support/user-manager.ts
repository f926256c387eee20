// A `systemctl` of a test's own on the PATH of its home, which does with units what systemd does (user-manager.mjs).
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entry.ts'
import type { TestHome, Variables } from './home.ts'

export type UserManager = {
  /** For the commands that are to find it. */
  readonly env: Variables
  /** What it was asked, a line each. */
  readonly asked: () => readonly string[]
  /** Puts another program beside it, as a shell script. */
  readonly install: (name: string, script: string) => void
}

export function withManager(place: TestHome, path = process.env.PATH ?? ''): UserManager {
  const programs = join(place.root, 'programs')
  mkdirSync(programs)
  const install = (name: string, script: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  writeFileSync(join(programs, 'systemctl.mjs'), readFileSync(join(root, 'test/support/user-manager.mjs'), 'utf8'))
  install('systemctl', `exec ${process.execPath} ${programs}/systemctl.mjs "$@"`)
  const log = join(place.userHome, 'user-manager.log')
  return {
    env: { PATH: `${programs}:${path}` },
    asked: () => readFileSync(log, 'utf8').trim().split('\n'),
    install,
  }
}
