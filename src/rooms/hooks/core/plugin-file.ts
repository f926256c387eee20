// The plugin by which opencode reports: a file of ours in its folder. It runs within the client, and tells by the hook script.
import { toldUsageFolder } from '#base/told-usage.ts'
import { hookLine } from './hook-line.ts'

export type PluginPlan = {
  /** The service's home, absolute. */
  readonly home: string
  /** How many folders have to be made for the file. */
  readonly missingFolders: number
}

const markPattern = /^\/\/ orrery(?: \+(\d+))?\n/

/** The file as it should be. One of ours keeps its mark, which says what it created; `text` is null where there is none. */
export function pluginText(text: string | null, { home, missingFolders }: PluginPlan): string {
  const made = text === null ? missingFolders : (foldersOf(text) ?? 0)
  const line = hookLine({ home, args: ['"$1"', 'opencode'] }, [])
  const filled = body.replace('LINE', () => JSON.stringify(line)).replace('HERE', () => JSON.stringify(home))
  return `// orrery${made === 0 ? '' : ` +${made}`}\n${filled}`
}

/** How many folders were made for this file; null for a file of somebody else. */
export function foldersOf(text: string): number | null {
  const mark = markPattern.exec(text)
  return mark === null ? null : Number(mark[1] ?? 0)
}

/**
 * Reports one after the other, so that they arrive in their order, and never holds opencode up. Of inner sessions, those of
 * subagents, it tells only what they used; nor of a permission in print mode, which is denied at once, and nobody is asked.
 * What a step used is a line in a file that is counted, where somebody counts; answers that were copied from the session that
 * this one was made from are older than it, and were counted there.
 */
const body = `// Tells Orrery what this client does; nothing outside of its sessions. Take it out with: orrery hook uninstall opencode
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const line = LINE
// A launch says so, for opencode's own start alone.
if (process.env.SERVICE_SESSION_TMUX && process.env.npm_config_fetch_retries === '0') delete process.env.npm_config_fetch_retries
const usage = (process.env.SERVICE_HOME || HERE) + '/${toldUsageFolder}/'
const isInteractive = process.env.SERVICE_SESSION_INTERACTIVE === '1'

let before = Promise.resolve()
function tell(event, session, more = {}) {
  before = before.then(
    () =>
      new Promise((resolve) => {
        const child = spawn('sh', ['-c', line, 'orrery', event], { stdio: ['pipe', 'ignore', 'ignore'] })
        child.on('error', resolve)
        child.on('close', resolve)
        child.stdin.on('error', () => {})
        child.stdin.end(JSON.stringify({ session_id: session, ...more }))
      }),
  )
}

export const Orrery = async () => {
  if (!process.env.SERVICE_SESSION_TMUX) return {}
  const inner = new Map()
  const begun = new Map()
  const answers = new Map()
  const rootOf = (session) => (inner.has(session) ? rootOf(inner.get(session)) : session)
  const know = ({ info }) => info?.parentID && inner.set(info.id, info.parentID)
  const used = ({ id, sessionID, messageID, tokens, cost }) => {
    const { modelID, time } = answers.get(messageID) ?? {}
    const session = rootOf(sessionID)
    if (!modelID || time?.created < begun.get(sessionID) || !/^[\\w-]+$/.test(session)) return
    const step = { id, at: Date.now(), model: modelID, tokens, cost }
    try {
      appendFileSync(usage + session + '.jsonl', JSON.stringify(step) + '\\n', { mode: 0o600 })
    } catch {
      // Nobody counts here.
    }
  }
  // Broken off: either it waits now, or it ends within this second.
  let brokenOff = null
  const on = {
    'session.created': ({ info }) => void (know({ info }), begun.set(info?.id, info?.time?.created)),
    'session.updated': know,
    'message.updated': ({ info }) => void (info?.role === 'assistant' && answers.set(info.id, info)),
    'message.part.updated': ({ part }) => void (part?.type === 'step-finish' && used(part)),
    'permission.asked': ({ sessionID, permission, metadata }) =>
      isInteractive && tell('PermissionRequest', sessionID, { tool_name: permission, tool_input: { command: metadata?.command ?? '' } }),
    'permission.replied': ({ sessionID }) => isInteractive && tell('PermissionReplied', sessionID),
    'session.error': ({ sessionID, error }) => {
      if (error?.name !== 'MessageAbortedError')
        return tell('StopFailure', sessionID, { error: error?.data?.message ?? error?.name ?? '' })
      brokenOff ??= setTimeout(() => tell('Stop', sessionID), 1000)
    },
    'session.idle': ({ sessionID }) => brokenOff ?? tell('Stop', sessionID),
  }
  return {
    // It ends: nobody is needed at a prompt that is going away.
    dispose: async () => clearTimeout(brokenOff),
    event: async ({ event: { type, properties = {} } }) => {
      const isOfAll = /^(permission|message)\\.|^session\\.(created|updated)$/.test(type)
      if (isOfAll || !inner.has(properties.sessionID)) on[type]?.(properties)
    },
    'chat.message': async ({ sessionID }, { parts = [] }) => {
      const prompt = parts.map(({ text = '' }) => text).join(' ').trim()
      if (inner.has(sessionID)) return
      clearTimeout(brokenOff)
      brokenOff = null
      tell('UserPromptSubmit', sessionID, { prompt })
    },
    'tool.execute.after': async ({ tool, sessionID, args = {} }) => {
      if (!inner.has(sessionID)) tell('PostToolUse', sessionID, { tool_name: tool, tool_input: args })
    },
  }
}
`
