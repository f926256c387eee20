// Who a token belongs to: the ACCESS_TOKEN or a page's login. Nothing else reads, stores or compares tokens.
import { describeBrowser } from '#base/describe-browser.ts'
import { idFrom } from '#base/ids.ts'
import { err, ok, type Result } from '#base/result.ts'
import { dayMs, fromIso, hourMs, minuteMs, toIso } from '#base/time.ts'
import type { Login, Refusal } from '#platform/contract.ts'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { systemTimers, type Timers } from '../timers.ts'
import { loadAccessToken } from './access-token.ts'
import { codeLifetimeMs, createLoginCodes } from './login-codes.ts'
import { readLogins, writeLogins, type StoredLogin } from './logins-file.ts'
import { loadMcpToken } from './mcp-token.ts'
import { throughNode } from './through-node.ts'
import { createThrottle } from './throttle.ts'
import { randomToken, sameSecret, sha256 } from './tokens.ts'

/**
 * `step`: the body of a strand's step, which may call the routes of plugins and nothing else. `mcp`: an agent, which may use
 * the tools and nothing else. `tool`: one of those tools, in this process, which has seen to what that agent may do.
 * `decider`: the worker of a login's browser, which decides approvals from their notifications and does nothing else.
 */
export type Principal = (
  | { readonly kind: 'access_token' }
  | { readonly kind: 'login'; readonly loginId: string }
  | { readonly kind: 'decider'; readonly loginId: string }
  | { readonly kind: 'step' }
  | { readonly kind: 'mcp' }
  | { readonly kind: 'tool' }
) & {
  /** Who it is at another node, which judged them and passes on what they ask; missing: somebody who asks this service. */
  readonly relayed?: { readonly node: string; readonly name: string }
}

export interface Auth extends AsyncDisposable {
  /** What steps of strands send as Bearer; made anew with each start, and good for the routes of plugins only. */
  readonly stepToken: string
  /** What the tools of agents send as Bearer to this very service; it never leaves the process. */
  readonly toolToken: string
  /** Whose token it is, or null for an unknown, expired or revoked one. Costs a hash; touches no file. */
  identify(bearer: string | null): Principal | null
  /** A fresh one-time code for a login link. */
  issueCode(): LoginCode
  /**
   * Trades a code for a login's token, which is told this once. Refuses `unauthenticated` (a wrong, used or expired
   * code), `too_many` for a wrong one after a few of one address, `storage_unavailable` (the code then stays good for nothing).
   */
  exchange(request: ExchangeRequest): Promise<Result<IssuedLogin, Refusal>>
  /** A login for whoever has shown who they are by other means; `label` as of `ExchangeRequest`. Refuses `storage_unavailable`. */
  admit(label: string): Promise<Result<IssuedLogin, Refusal>>
  /**
   * The key by which the worker of that login's browser decides approvals: told this once, in place of an earlier one, and
   * ended with the login. Refuses `not_found` and `storage_unavailable`.
   */
  issueDecisionKey(loginId: string): Promise<Result<string, Refusal>>
  /** The logins in force, newest first. */
  logins(): Login[]
  /** Who that is, in a word, for a history that people read: a login by its browser. */
  nameOf(principal: Principal | null): string
  /**
   * Ends a login at once; its listeners have run when this resolves. Refuses `not_found`, and `storage_unavailable` when
   * the file could not be written: the login is then ended until the next start only.
   */
  revoke(loginId: string): Promise<Result<void, Refusal>>
  /** Calls back with the id of each login that ends, revoked or expired, until the answer is called. */
  onEnded(listener: (loginId: string) => void): () => void
  /** Writes what is not yet written and stops its timer, as disposing does. May be called twice. */
  close(): Promise<void>
}

export type ExchangeRequest = {
  readonly code: string
  /** User-Agent of the page, for the list of logins. */
  readonly label: string
  /** Address of the caller, for the throttle. */
  readonly peer: string
}
/** `expiresAtMs`: for people to read, in milliseconds since the epoch. */
export type LoginCode = { readonly code: string; readonly expiresAtMs: number }
export type IssuedLogin = { readonly token: string; readonly expiresAt: string }

export type AuthOptions = {
  readonly home: string
  /** `config.accessToken`; null: taken from the home, made when absent. */
  readonly accessToken: string | null
  readonly clock: Clock
  /** Default: the machine's. */
  readonly timers?: Timers
  readonly log: Log
}

/** A phone used now and then stays logged in for a season; nobody keeps a login for ever. */
export const loginLifetimeMs = 90 * dayMs
/** A program that logs in each hour comes to two thousand within a lifetime: the list is read by people. */
const mostLogins = 500
/** `last_used_at` is for a person's eye, so it is written this often at most. */
const lastUsedGrainMs = 5 * minuteMs
/** Expired logins end within this time even if nobody asks. */
const sweepMs = hourMs
const labelLimit = 200

/** Reads the token and the logins of a home. Throws for files of the home that are symbolic links. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const accessToken = options.accessToken ?? loadAccessToken(options.home)
  const { logins, setAside } = await readLogins(options.home)
  if (setAside !== null) options.log.warn({ setAside }, 'logins.json was damaged and is set aside: log in again')
  return new StoredAuth(options, accessToken, logins)
}

class StoredAuth implements Auth {
  readonly stepToken = randomToken()
  readonly toolToken = randomToken()
  readonly #options: AuthOptions
  readonly #accessToken: string
  readonly #mcpToken: string
  /** By the hash of the token. */
  readonly #logins: Map<string, StoredLogin>
  readonly #codes = createLoginCodes()
  readonly #throttle = createThrottle()
  readonly #listeners = new Set<(loginId: string) => void>()
  readonly #timers: Timers
  readonly #stopSweeps: () => void
  #isDirty = false
  #writing: Promise<void> = Promise.resolve()

  constructor(options: AuthOptions, accessToken: string, logins: readonly StoredLogin[]) {
    this.#options = options
    this.#accessToken = accessToken
    this.#mcpToken = loadMcpToken(options.home)
    this.#logins = new Map(logins.map((login) => [login.token_sha256, login]))
    this.#timers = options.timers ?? systemTimers
    this.#stopSweeps = this.#timers.every(sweepMs, () => this.#sweep())
  }

  identify(bearer: string | null): Principal | null {
    if (bearer === null || bearer === '') return null
    if (sameSecret(bearer, this.#accessToken)) return { kind: 'access_token' }
    const hash = sha256(bearer)
    const login = this.#logins.get(hash)
    if (login === undefined) return this.#identifyDecider(hash) ?? this.#identifyProgram(bearer)
    const nowMs = this.#options.clock.now()
    if (fromIso(login.expires_at) <= nowMs) return null
    this.#touch(login, nowMs)
    return { kind: 'login', loginId: login.id }
  }

  #identifyDecider(hash: string): Principal | null {
    const login = this.#logins.values().find(({ decision_key_sha256: key }) => key === hash)
    if (login === undefined || fromIso(login.expires_at) <= this.#options.clock.now()) return null
    return { kind: 'decider', loginId: login.id }
  }

  #identifyProgram(bearer: string): Principal | null {
    if (sameSecret(bearer, this.stepToken)) return { kind: 'step' }
    if (sameSecret(bearer, this.toolToken)) return { kind: 'tool' }
    return sameSecret(bearer, this.#mcpToken) ? { kind: 'mcp' } : null
  }

  issueCode(): LoginCode {
    const code = this.#codes.issue(this.#timers.passedMs())
    return { code, expiresAtMs: this.#options.clock.now() + codeLifetimeMs }
  }

  async exchange({ code, label, peer }: ExchangeRequest): Promise<Result<IssuedLogin, Refusal>> {
    const passedMs = this.#timers.passedMs()
    // The code comes first: behind a proxy all share one address, where a stranger's guesses must lock nobody out.
    if (!this.#codes.take(code, passedMs)) {
      const waitMs = this.#throttle.waitMs(peer, passedMs)
      if (waitMs > 0) return err(tooManyTries(waitMs))
      this.#throttle.recordWrong(peer, passedMs)
      return err(badCode)
    }
    this.#throttle.forget(peer)
    return await this.admit(label)
  }

  async admit(label: string): Promise<Result<IssuedLogin, Refusal>> {
    const token = randomToken()
    const login = newLogin({ token, label, nowMs: this.#options.clock.now() })
    this.#makeRoom()
    this.#logins.set(login.token_sha256, login)
    const stored = await this.#store()
    if (!stored.ok) {
      this.#logins.delete(login.token_sha256)
      return stored
    }
    return ok({ token, expiresAt: login.expires_at })
  }

  async issueDecisionKey(loginId: string): Promise<Result<string, Refusal>> {
    const login = this.#find(loginId)
    if (login === undefined) return err(noSuchLogin)
    const key = randomToken()
    this.#logins.set(login.token_sha256, { ...login, decision_key_sha256: sha256(key) })
    const stored = await this.#store()
    return stored.ok ? ok(key) : stored
  }

  #find(loginId: string): StoredLogin | undefined {
    return this.#logins.values().find(({ id }) => id === loginId)
  }

  nameOf(principal: Principal | null): string {
    if (principal === null) return 'access token'
    const { relayed } = principal
    if (relayed !== undefined) return throughNode(relayed.name, relayed.node)
    if (principal.kind !== 'login' && principal.kind !== 'decider') return programNames[principal.kind]
    const label = this.logins().find(({ id }) => id === principal.loginId)?.label
    return label === undefined ? 'a login' : describeBrowser(label)
  }

  logins(): Login[] {
    const nowMs = this.#options.clock.now()
    const live = [...this.#logins.values()].filter((login) => fromIso(login.expires_at) > nowMs)
    return live.toReversed().map(({ token_sha256: _hash, decision_key_sha256: _key, ...login }) => login)
  }

  async revoke(loginId: string): Promise<Result<void, Refusal>> {
    const login = this.#find(loginId)
    if (login === undefined) return err(noSuchLogin)
    this.#end(login)
    return await this.#store()
  }

  onEnded(listener: (loginId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async close(): Promise<void> {
    this.#stopSweeps()
    if (this.#isDirty) await this.#store()
    await this.#writing
  }

  #touch(login: StoredLogin, nowMs: number): void {
    // A time to come was written while the clock was wrong.
    if (Math.abs(nowMs - fromIso(login.last_used_at)) < lastUsedGrainMs) return
    this.#logins.set(login.token_sha256, { ...login, last_used_at: toIso(nowMs) })
    void this.#store()
  }

  /** Those that nobody used for longest give way. */
  #makeRoom(): void {
    const surplus = this.#logins.size + 1 - mostLogins
    if (surplus <= 0) return
    const byUse = [...this.#logins.values()].toSorted((one, other) => (one.last_used_at < other.last_used_at ? -1 : 1))
    for (const login of byUse.slice(0, surplus)) this.#end(login)
  }

  #sweep(): void {
    const nowMs = this.#options.clock.now()
    const expired = [...this.#logins.values()].filter((login) => fromIso(login.expires_at) <= nowMs)
    for (const login of expired) this.#end(login)
    if (expired.length > 0) void this.#store()
  }

  #end(login: StoredLogin): void {
    this.#logins.delete(login.token_sha256)
    for (const listener of this.#listeners) listener(login.id)
  }

  /** Writes one after the other, each time what is in force then. Never rejects. */
  #store(): Promise<Result<void, Refusal>> {
    this.#isDirty = true
    const outcome = this.#writing.then(async (): Promise<Result<void, Refusal>> => {
      try {
        this.#isDirty = false
        await writeLogins(this.#options.home, [...this.#logins.values()])
        return ok(undefined)
      } catch (error) {
        this.#isDirty = true
        this.#options.log.error({ err: error }, 'logins.json could not be written')
        return err(notStored)
      }
    })
    this.#writing = outcome.then(() => undefined)
    return outcome
  }
}

const programNames = { access_token: 'access token', step: 'a step', mcp: 'an agent', tool: 'an agent' } as const

function newLogin({ token, label, nowMs }: { token: string; label: string; nowMs: number }): StoredLogin {
  return {
    id: idFrom(randomBytes(16)),
    label: label.slice(0, labelLimit),
    token_sha256: sha256(token),
    decision_key_sha256: null,
    created_at: toIso(nowMs),
    last_used_at: toIso(nowMs),
    expires_at: toIso(nowMs + loginLifetimeMs),
  }
}

const noSuchLogin: Refusal = { error: 'not_found', reason: 'There is no such login.' }

const badCode: Refusal = {
  error: 'unauthenticated',
  reason: 'This login link does not work: it was used already, is older than ten minutes, or is not whole.',
  hint: 'A link works once. Run orrery login on the machine of the service for a new one.',
}

const notStored: Refusal = {
  error: 'storage_unavailable',
  reason: 'The list of logins could not be written.',
  hint: 'Look at the free space and the permissions of SERVICE_HOME, then try again.',
}

function tooManyTries(waitMs: number): Refusal {
  return {
    error: 'too_many',
    reason: 'Too many wrong login codes came from this address.',
    hint: `Make a new link with \`orrery login\`: a right code is taken at any time. Wrong ones are looked at again in ${Math.ceil(waitMs / 1000)} s.`,
  }
}
