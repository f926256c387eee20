// Stands in for `systemctl --user`, where no user manager runs: does with a unit file what systemd does with ours, to the
// letter of ExecStart, Environment and KillMode=process, and with nothing of the caller's environment but HOME.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const folder = join(homedir(), '.config/systemd/user')
const place = join(homedir(), 'user-manager')
const [mode, verb = '', ...rest] = process.argv.slice(2)
if (mode !== '--user') throw new Error('the user manager alone')
const unit = rest.find((word) => word.endsWith('.service')) ?? ''
appendFileSync(`${place}.log`, `${[verb, ...rest].join(' ')}\n`)

if (verb === 'restart') {
  await stop()
  start()
} else if (verb === 'disable') {
  await stop()
} else if (verb === 'is-active') {
  process.stdout.write(isAlive() ? 'active\n' : 'inactive\n')
  process.exitCode = isAlive() ? 0 : 3
}

function start() {
  const lines = readFileSync(join(folder, unit), 'utf8').split('\n')
  const valuesOf = (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  if (valuesOf('KillMode')[0] !== 'process') throw new Error('agents would be killed')
  const [argv = []] = valuesOf('ExecStart').map((line) => words(line).map((word) => word.replaceAll('$$', '$')))
  const variables = valuesOf('Environment')
    .flatMap(words)
    .map((word) => word.split(/=(.*)/s).slice(0, 2))
  const env = { HOME: homedir(), ...Object.fromEntries(variables) }
  const child = spawn(argv[0], argv.slice(1), { env, cwd: homedir(), detached: true, stdio: 'ignore' })
  child.unref()
  writeFileSync(place, String(child.pid))
}

/** TERM to the main process and to nothing else. */
async function stop() {
  if (!isAlive()) return
  process.kill(mainPid(), 'SIGTERM')
  while (isAlive()) await wait(10)
  rmSync(place)
}

function mainPid() {
  return Number(readFileSync(place, 'utf8'))
}

function isAlive() {
  if (!existsSync(place)) return false
  try {
    process.kill(mainPid(), 0)
    return true
  } catch {
    return false
  }
}

/** The words of a line by systemd's rules for double quotes, escapes and specifiers, as far as we use them. */
function words(line) {
  const found = line.match(/"(?:\\.|[^"\\])*"/g) ?? []
  return found.map((word) =>
    word
      .slice(1, -1)
      .replaceAll(/\\(.)/g, (_all, char) => (char === 'n' ? '\n' : char))
      .replaceAll('%%', '%'),
  )
}
