// Which variables of a device its agents inherit: an allowlist for each client, and what every program needs.

/** Where programs, languages and keys of the machine are, and how it speaks; no credential of a service. */
export const commonEnvironment: readonly string[] = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'SHELL',
  'PWD',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TMPDIR',
  'XDG_*',
  'TERM',
  'TERM_*',
  'COLORTERM',
  'TMUX*',
  'NO_COLOR',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_*',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'SSH_AUTH_SOCK',
  'GIT_AUTHOR_*',
  'GIT_COMMITTER_*',
  'GIT_CONFIG_*',
  'GIT_SSH*',
  'DBUS_SESSION_BUS_ADDRESS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_ENV',
  'NVM_*',
  'VOLTA_*',
  'PNPM_HOME',
  'BUN_INSTALL',
  'JAVA_HOME',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'PYENV_*',
  'VIRTUAL_ENV',
  'CONDA_*',
  'RBENV_*',
  'GEM_*',
  'ANDROID_*',
  'CUDA_*',
  'LD_LIBRARY_PATH',
  'SERVICE_*',
]

/** Whether a list of names, some of which end in `*`, holds this one. */
export function isAllowed(names: readonly string[], variable: string): boolean {
  return names.some((name) => (name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : name === variable))
}

/** The part of an environment that a list allows. */
export function allowedOf<V>(names: readonly string[], environment: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isAllowed(names, name)))
}
