// What a service manager is told of Orrery: the text of a systemd user unit and of a launchd agent.

export type UnitSpec = {
  /** Which of our programs it keeps running. */
  readonly noun: UnitNoun
  /** How this very command runs, with absolute paths, and what starts the program. */
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly home: string
  /** Exit codes after which another start would end the same. */
  readonly lastingCodes: readonly number[]
}

/** `orrery <noun> install` writes its unit. */
export type UnitNoun = 'service' | 'daemon'

/** Files with this line are ours to replace and to remove. */
export const unitMark = (noun: UnitNoun): string => `Written by 'orrery ${noun} install'`

const titles: Readonly<Record<UnitNoun, string>> = { service: 'Orrery', daemon: 'Orrery daemon' }

const keepYours = 'What you change here goes with the next one'

/** Longer than any of them takes for an orderly end, after which it cuts itself off. */
const stopSeconds = 20
const restartSeconds = 5

/**
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html. Agents live in tmux, which is born below the
 * service: `KillMode=process` lets them outlive it, and one of them that runs out of memory or starts many processes must
 * not take it along.
 */
export function systemdUnit({ noun, argv, environment, home, lastingCodes }: UnitSpec): string {
  return `# ${unitMark(noun)}. ${keepYours}: use a drop-in (systemctl --user edit).
[Unit]
Description=${specifiers(`${titles[noun]} (${home})`)}

[Service]
Type=exec
ExecStart=${argv.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join('\n')}
Restart=on-failure
RestartSec=${restartSeconds}
RestartPreventExitStatus=${lastingCodes.join(' ')}
TimeoutStopSec=${stopSeconds}
KillMode=process
OOMPolicy=continue
TasksMax=infinity

[Install]
WantedBy=default.target
`
}

/** Whether two texts of one manager start the same; every shell has a PATH and a language of its own. */
export function isSameProgram(text: string, other: string): boolean {
  return withoutVariables(text) === withoutVariables(other)
}

function withoutVariables(text: string): string {
  return text
    .replaceAll(/^Environment=.*\n/gm, '')
    .replace(/<key>EnvironmentVariables<\/key>\s*<dict>[^]*?<\/dict>/, '')
}

/** A word of a unit file, whatever it holds. */
function quoted(word: string): string {
  const inside = word.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
  return `"${specifiers(inside)}"`
}

function specifiers(text: string): string {
  return text.replaceAll('%', '%%')
}

export type LaunchdSpec = UnitSpec & { readonly label: string; readonly logFile: string }

/**
 * `man 5 launchd.plist`. AbandonProcessGroup is what KillMode=process is to systemd. launchd knows no exit codes: one that is
 * wrong in its settings is started again, once every ten seconds.
 */
export function launchdPlist({ noun, argv, environment, label, logFile }: LaunchdSpec): string {
  const variables = Object.entries(environment).flatMap(([name, value]) => [key(name), string(value)])
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${unitMark(noun)}. ${keepYours}. -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  ${key('Label')}
  ${string(label)}
  ${key('ProgramArguments')}
  <array>
${argv.map((word) => `    ${string(word)}`).join('\n')}
  </array>
  ${key('EnvironmentVariables')}
  <dict>
${variables.map((line) => `    ${line}`).join('\n')}
  </dict>
  ${key('RunAtLoad')}
  <true/>
  ${key('KeepAlive')}
  <dict>
    ${key('SuccessfulExit')}
    <false/>
  </dict>
  ${key('AbandonProcessGroup')}
  <true/>
  ${key('ExitTimeOut')}
  <integer>${stopSeconds}</integer>
  ${key('StandardOutPath')}
  ${string(logFile)}
  ${key('StandardErrorPath')}
  ${string(logFile)}
</dict>
</plist>
`
}

const key = (name: string): string => `<key>${escaped(name)}</key>`
const string = (text: string): string => `<string>${escaped(text)}</string>`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
