import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameProgram, launchdPlist, systemdUnit, unitMark, type UnitSpec } from './unit-text.ts'
import { unitName } from './unit-name.ts'
import { unitVariables } from './unit-variables.ts'

const spec: UnitSpec = {
  noun: 'service',
  argv: ['/opt/node', '--max-semi-space-size=2', '/opt/orrery/bin/launch.mjs', 'start'],
  environment: { PATH: '/usr/bin:/bin', SERVICE_HOME: '/home/ada/.service' },
  home: '/home/ada/.service',
  lastingCodes: [75, 77, 78],
}

const systemdLines: readonly (readonly [string, Partial<UnitSpec>, string])[] = [
  ['its mark', {}, `# ${unitMark('service')}.`],
  ['by which command it came', { noun: 'daemon' }, "# Written by 'orrery daemon install'."],
  ['what it runs', { noun: 'daemon' }, '\nDescription=Orrery daemon (/home/ada/.service)\n'],
  [
    'the program by its absolute path',
    {},
    'ExecStart="/opt/node" "--max-semi-space-size=2" "/opt/orrery/bin/launch.mjs" "start"\n',
  ],
  ['a blank in a path', { argv: ['/my node', 'start'] }, 'ExecStart="/my node" "start"\n'],
  [
    'what systemd would expand in a path',
    { argv: ['/a$b%c"d\\e', 'start'] },
    String.raw`ExecStart="/a$$b%%c\"d\\e" "start"` + '\n',
  ],
  ['each variable on a line', {}, 'Environment="PATH=/usr/bin:/bin"\nEnvironment="SERVICE_HOME=/home/ada/.service"\n'],
  [
    'a value with blanks, percents and dollars',
    { environment: { PATH: '/a b:/50%:/$x' } },
    'Environment="PATH=/a b:/50%%:/$x"\n',
  ],
  [
    'a value with a line break',
    { environment: { X: 'a\nRestart=no' } },
    String.raw`Environment="X=a\nRestart=no"` + '\n',
  ],
  ['that agents outlive it', {}, '\nKillMode=process\n'],
  ['that it comes back', {}, '\nRestart=on-failure\n'],
  ['when it would end the same', {}, '\nRestartPreventExitStatus=75 77 78\n'],
  ['that an agent without memory does not end it', {}, '\nOOMPolicy=continue\n'],
  ['that it starts with the person', {}, '\nWantedBy=default.target\n'],
]

for (const [what, change, line] of systemdLines) {
  test(`a systemd unit says ${what}`, () => {
    const text = systemdUnit({ ...spec, ...change })
    assert.ok(text.includes(line), text)
  })
}

test('a launchd agent says the same in its own words', () => {
  const environment = { PATH: '/usr/bin', NOTE: 'a<b&c' }
  const text = launchdPlist({ ...spec, environment, label: 'orrery', logFile: '/Users/ada/Library/Logs/orrery.log' })
  for (const part of [
    unitMark('service'),
    '<key>Label</key>\n  <string>orrery</string>',
    '<string>/opt/node</string>\n    <string>--max-semi-space-size=2</string>',
    '<key>NOTE</key>\n    <string>a&lt;b&amp;c</string>',
    '<key>AbandonProcessGroup</key>\n  <true/>',
    '<key>SuccessfulExit</key>\n    <false/>',
    '<key>RunAtLoad</key>\n  <true/>',
  ])
    assert.ok(text.includes(part), `${part} is not in\n${text}`)
})

for (const textOf of [systemdUnit, (one: UnitSpec) => launchdPlist({ ...one, label: 'orrery', logFile: '/log' })]) {
  test('another PATH starts the same, another program does not', () => {
    const text = textOf(spec)
    assert.ok(isSameProgram(text, textOf({ ...spec, environment: { PATH: '/elsewhere' } })))
    assert.ok(!isSameProgram(text, textOf({ ...spec, argv: ['/other/node', 'start'] })))
  })
}

const settings = [
  { env: 'PORT', secret: false },
  { env: 'SERVICE_HOME', secret: false },
  { env: 'ACCESS_TOKEN', secret: true },
  { env: null, secret: false },
]

test('a unit takes along what is set of settings and language, its home and a clean PATH, and no secret', () => {
  const shell = {
    PATH: 'x',
    LANG: 'C.UTF-8',
    OLLAMA_HOST: 'localhost:1',
    PORT: '7421',
    ACCESS_TOKEN: 'secret',
    EDITOR: 'vi',
    LC_ALL: '',
  }
  assert.deepEqual(unitVariables(shell, { settings, home: '/h', path: '/usr/bin' }), {
    environment: {
      PATH: '/usr/bin',
      LANG: 'C.UTF-8',
      OLLAMA_HOST: 'localhost:1',
      PORT: '7421',
      SERVICE_HOME: '/h',
      MALLOC_ARENA_MAX: '1',
      ORRERY_SET_ARENA_MAX: '1',
    },
    secrets: ['ACCESS_TOKEN'],
  })
})

const names: readonly (readonly [string, RegExp])[] = [
  ['/home/ada/.service', /^orrery$/],
  ['/home/ada/second', /^orrery-second-[0-9a-f]{8}$/],
  ['/srv/a b/ü', /^orrery-[0-9a-f]{8}$/],
  ['/', /^orrery-[0-9a-f]{8}$/],
]

for (const [home, name] of names) {
  test(`the unit of ${home} is called ${name.source}`, () => {
    assert.match(unitName('orrery', home, '/home/ada/.service'), name)
  })
}
