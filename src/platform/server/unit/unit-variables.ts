// Which variables of the shell that installs a unit go into it.

export type OwnSetting = { readonly env: string | null; readonly secret: boolean }

type Variables = Readonly<Record<string, string | undefined>>

export type UnitVariables = {
  readonly environment: Readonly<Record<string, string>>
  /** Set in the shell and left out, since a unit is no place for secrets. */
  readonly secrets: readonly string[]
}

/** What decides how programs are found and how text is written; a service manager starts without them. */
const kept = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMUX_TMPDIR', 'XDG_CONFIG_HOME']

/** Where the models of this machine are: its device asks there, and answers by none that it does not find. */
const ofModels = ['OLLAMA_HOST', 'OLLAMA_MODELS', 'CUDA_VISIBLE_DEVICES']

/** As bin/orrery sets them, which a unit goes past; the program takes both out again. */
const forMemory = { MALLOC_ARENA_MAX: '1', ORRERY_SET_ARENA_MAX: '1' }

/** The home is always named, so that the unit means it whatever the default becomes. */
export function unitVariables(
  shell: Variables,
  { settings, home, path }: { readonly settings: readonly OwnSetting[]; readonly home: string; readonly path: string },
): UnitVariables {
  const set = settings.filter(({ env }) => env !== null && (shell[env] ?? '') !== '')
  const names = (secret: boolean) => set.flatMap((one) => (one.env !== null && one.secret === secret ? [one.env] : []))
  const chosen = [...kept, ...ofModels, ...names(false)].flatMap((name) => {
    const value = shell[name] ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  const environment = { ...Object.fromEntries(chosen), PATH: path, SERVICE_HOME: home, ...forMemory }
  return { environment, secrets: names(true) }
}
