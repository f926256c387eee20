// The script that tmux runs for a launch: it holds the command as data, runs it, and reports how it ended.
import { ownVariables as settingVariables } from '#platform/server/config/own-variables.ts'
import { shellQuoted } from '#base/shell-word.ts'

type RunScript = {
  readonly argv: readonly string[]
  /** The file whose making says that this launch began. */
  readonly begunPath: string
  /** The file that becomes the program's stdin, or null for the terminal. */
  readonly stdinPath: string | null
  /** A file of exports for the program alone, removed when it is read; null where there is none. */
  readonly secretsPath: string | null
  readonly workingDir: string
  /** The service's home, whose hook script reports the end. */
  readonly home: string
  /** Further variables of the agent type. In this file and not in an argument, where every user could read them. */
  readonly env: Readonly<Record<string, string>>
  /** Variables of the client's adapter, for what neither the environment nor `env` sets. */
  readonly unlessSet?: Readonly<Record<string, string>>
  /** In the place of zsh's own folder, which then stands in `ORRERY_ZDOTDIR`; null to leave it. */
  readonly zdotdir?: string | null
  /** Our own variables that tmux sets for the session; every other SERVICE_* is removed. */
  readonly ownVariables: readonly string[]
  /** The names that it may inherit, some of which end in `*`; null: all of them. */
  readonly inherits: readonly string[] | null
}

/** The text of the script: one line for each piece of data, quoted, then a body that never changes. */
export function renderRunScript(script: RunScript): string {
  const { argv, begunPath, stdinPath, secretsPath, workingDir, home } = script
  const { env, unlessSet, zdotdir, ownVariables, inherits } = script
  return [
    '#!/bin/sh',
    '# Written by Orrery for one launch.',
    `set -- ${argv.map(shellQuoted).join(' ')}`,
    `orrery_begun=${shellQuoted(begunPath)}`,
    `orrery_dir=${shellQuoted(workingDir)}`,
    `orrery_stdin=${shellQuoted(stdinPath ?? '')}`,
    `orrery_secrets=${shellQuoted(secretsPath ?? '')}`,
    `orrery_bin=${shellQuoted(`${home}/bin`)}`,
    `orrery_own=' ${ownVariables.join(' ')} '`,
    'orrery_inherits() {',
    ...(inherits === null
      ? ['  :']
      : [`  case $1 in ${inherits.map(variablePattern).join(' | ')}) ;; *) return 1 ;; esac`]),
    '}',
    'orrery_agent_env() {',
    renderExports(env),
    ...Object.entries(unlessSet ?? {}).map(
      ([name, value]) => `  [ -n "\${${variableName(name)}+x}" ] || export ${name}=${shellQuoted(value)}`,
    ),
    ...(zdotdir == null
      ? []
      : [`  [ -z "\${ZDOTDIR+x}" ] || export ORRERY_ZDOTDIR="$ZDOTDIR"`, `  export ZDOTDIR=${shellQuoted(zdotdir)}`]),
    '  :',
    '}',
    body,
  ].join('\n')
}

/** A line for each variable. */
export function renderExports(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `export ${variableName(name)}=${shellQuoted(value)}`)
    .join('\n')
}

function variablePattern(name: string): string {
  return variableName(name.replace(/\*$/, '')) + (name.endsWith('*') ? '*' : '')
}

function variableName(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`not the name of a variable: ${JSON.stringify(name)}`)
  return name
}

/**
 * Signals: a handler, unlike an ignored signal, is back to the default in the program, so Ctrl+C ends the program while
 * this script lives on to report it. HUP and TERM keep their default: the script leads the terminal's session, so its
 * death hangs up the program too, while a handler would wait for the program's end, and leave it running when the session
 * is killed. The report ignores all four, and so does the hook script that it starts.
 * A launch begins once, however often tmux is asked for its terminal: a server that dies says nothing of what it did, so
 * the call is repeated. Whoever comes second ends without a word. A disk that takes no file holds nobody back.
 * The program is exec'ed in a subshell, so that its name can't mean a builtin or a function of this shell.
 */
const body = `
(umask 077; set -C; : >"$orrery_begun") 2>/dev/null || [ ! -e "$orrery_begun" ] || exit 0

orrery_hit=
trap orrery_hit=1 INT QUIT

# What the tmux server was started with is none of the agent's business.
unset ${settingVariables.join(' ')}
set -f
IFS='
'
for orrery_line in $(export -p); do
  case $orrery_line in
    'export '* | 'declare -x '*) ;;
    *) continue ;;
  esac
  orrery_name=\${orrery_line%%=*}
  orrery_name=\${orrery_name##* }
  case $orrery_name in *[!A-Za-z0-9_]*) continue ;; esac
  case $orrery_own in *" $orrery_name "*) continue ;; esac
  case $orrery_name in SERVICE_*) ;; *) orrery_inherits "$orrery_name" && continue ;; esac
  unset "$orrery_name"
done
unset IFS
set +f
orrery_agent_env

orrery_say() {
  printf 'orrery: %s\\n' "$1" >&2
}

orrery_end() {
  trap '' HUP INT QUIT TERM
  if [ -f "$orrery_bin/orrery-hook.sh" ] && command -v bash >/dev/null 2>&1; then
    bash -p "$orrery_bin/orrery-hook.sh" --exit "$1" </dev/null >/dev/null 2>&1
  elif [ -f "$orrery_bin/orrery-hook-fallback.sh" ]; then
    sh "$orrery_bin/orrery-hook-fallback.sh" --exit "$1" </dev/null >/dev/null 2>&1
  fi
  exit "$1"
}

if ! cd -- "$orrery_dir"; then
  orrery_say "The working directory cannot be entered: $orrery_dir"
  orrery_end 1
fi

# Stopped before it began.
[ -z "$orrery_hit" ] || orrery_end 130

# Asked once more where an interrupt ends the program by itself: one that came before is not lost.
orrery_run() {
  [ -z "$orrery_hit" ] || exit 130
  if [ -n "$orrery_secrets" ]; then
    orrery_read=$(cat -- "$orrery_secrets") && rm -f -- "$orrery_secrets" || {
      orrery_say 'What the vault handed out is not there any more.'
      exit 1
    }
    eval "$orrery_read"
    unset orrery_read
  fi
  exec "$@"
}
if [ -n "$orrery_stdin" ]; then
  (orrery_run "$@") <"$orrery_stdin"
else
  (orrery_run "$@")
fi
orrery_code=$?

if [ "$orrery_code" -eq 127 ] && ! command -v "$1" >/dev/null 2>&1; then
  orrery_say "$1 is not installed, or not on PATH ($PATH)."
elif [ "$orrery_code" -eq 126 ]; then
  orrery_path=$(command -v "$1") || orrery_path=$1
  if [ -d "$orrery_path" ] || [ ! -x "$orrery_path" ]; then
    orrery_say "$1 is not allowed to run: it is no program, or not executable (chmod +x)."
  fi
fi
orrery_end "$orrery_code"
`
