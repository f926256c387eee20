// What the exit codes of `orrery` mean; scripts and service managers rely on them. From sysexits.h where it has one.

export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  refused: {
    code: 1,
    meaning:
      'the service refused, a run that was followed failed or was not ok, `doctor` found something broken, or `inbox --check` that somebody needs you',
  },
  usage: { code: 2, meaning: 'the command line is wrong' },
  unavailable: {
    code: 69,
    meaning: 'no service runs, it did not answer, or something it needs is missing, as for a run that is not set up',
  },
  internal: { code: 70, meaning: 'a bug of Orrery' },
  already_running: { code: 75, meaning: 'another service has this home' },
  no_permission: { code: 77, meaning: "a file, a port or the service's answer says that this is not allowed" },
  config: { code: 78, meaning: 'a setting is wrong' },
} as const

export type ExitName = keyof typeof exitCodes

/** The guide's table; a test holds docs/guide/command-line.md to it. */
export function exitCodeTable(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n')
}
