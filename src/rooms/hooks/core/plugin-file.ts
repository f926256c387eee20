// The plugin by which opencode reports: a file of ours in its folder. It runs within the client, and tells by the hook script.
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
  return `// orrery${made === 0 ? '' : ` +${made}`}\n${body.replace('LINE', () => JSON.stringify(line))}`
}

/** How many folders were made for this file; null for a file of somebody else. */
export function foldersOf(text: string): number | null {
  const mark = markPattern.exec(text)
  return mark === null ? null : Number(mark[1] ?? 0)
}

/**
 * Reports one after the other, so that they arrive in their order, and never holds opencode up. Of inner sessions, those of
 * subagents, it tells nothing; nor of a permission in print mode, which is denied at once, and nobody is asked.
 */
const body = `// Tells Orrery what this client does; nothing outside of its sessions. Take it out with: orrery hook uninstall opencode
import { spawn } from 'node:child_process'

const line = LINE
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
  const inner = new Set()
  // Broken off: either it waits now, or it ends within this second.
  let brokenOff = null
  const on = {
    'session.created': ({ info }) => void (info?.parentID && inner.add(info.id)),
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
      const asks = type.startsWith('permission.')
      if (type === 'session.created' || asks || !inner.has(properties.sessionID)) on[type]?.(properties)
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
