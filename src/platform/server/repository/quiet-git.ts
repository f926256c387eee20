// Git as we look with it: by a folder of our own in the place of the repository's, so that nothing that a repository brings is
// read as a setting, and nothing is written into it.
import type { Environment } from '../config/environment.ts'
import { runProgram, type ProgramOutcome } from '../spawn.ts'

/** Where git works for us. All paths are absolute. */
export type OwnGit = {
  /** In the place of a repository's `.git`: with settings, attributes and objects of our own. */
  readonly folder: string
  /** The top of the person's working tree. */
  readonly root: string
  /** Of the service: only where programs are found is taken of it. */
  readonly environment: Environment
}

export type GitCall = {
  readonly words: readonly string[]
  readonly index: string
  /** Where objects are written. */
  readonly objects: string
  /** Where objects are read as well; a call that writes is given none, since git touches what it finds there. */
  readonly alsoRead?: readonly string[]
  readonly input?: string
  readonly timeoutMs: number
}

/** The most that git may tell at once: the list of all files of a repository at our bound of them. */
const outputLimitBytes = 32 * 1024 * 1024

/** What a setting of a person, of the system, or of git by default could start or look at. */
const settings: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.quotePath=false',
  'core.fsync=none',
  'core.looseCompression=1',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
]

/** Beside these nothing is inherited: no token, no `GIT_*`, no home with settings in it. */
function environmentOf({ folder, root, environment }: OwnGit, { index, objects, alsoRead }: GitCall): Environment {
  return {
    PATH: environment['PATH'],
    LC_ALL: 'C',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    GIT_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    ...(alsoRead === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: alsoRead.map(quoted).join(':') }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    GIT_EDITOR: 'false',
    GIT_PAGER: 'cat',
  }
}

/** In a list that colons part. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
}

/** Never rejects for what git does. */
export function runGit(own: OwnGit, call: GitCall): Promise<ProgramOutcome> {
  return runProgram({
    argv: [
      'git',
      '-C',
      own.root,
      '--no-optional-locks',
      '--no-pager',
      ...settings.flatMap((setting) => ['-c', setting]),
      ...call.words,
    ],
    env: environmentOf(own, call),
    timeoutMs: call.timeoutMs,
    outputLimitBytes,
    ...(call.input === undefined ? {} : { input: call.input }),
  })
}
