// Which group of the settings a key belongs to, and what the groups are called.
import type { SettingsSectionId } from '../contract.ts'

export const sectionLabels: Readonly<Record<SettingsSectionId, string>> = {
  general: 'General',
  access: 'Access',
  agents: 'Agents',
  hooks: 'Hooks',
  notifications: 'Notifications',
  gateway: 'Gateway',
  model: 'Model server',
  triage: 'Triage',
  strands: 'Strands',
  retention: 'Retention',
  storage: 'Storage',
}

const alone: Readonly<Record<string, SettingsSectionId>> = {
  host: 'access',
  port: 'access',
  accessToken: 'access',
  publicUrl: 'access',
  allowedHosts: 'access',
  requireTokenLocally: 'access',
  fabricHostnames: 'access',
  fabricMode: 'access',
  deployment: 'access',
  storeUrl: 'strands',
  storeKey: 'strands',
  home: 'storage',
  motherSessionsDir: 'storage',
  databaseUrl: 'storage',
  stores: 'storage',
  node: 'storage',
}

const groups: Readonly<Record<string, SettingsSectionId>> = {
  agents: 'agents',
  fabric: 'general',
  fuel: 'general',
  approvals: 'hooks',
  hooks: 'hooks',
  notify: 'notifications',
  gateway: 'gateway',
  model: 'model',
  assistant: 'model',
  triage: 'triage',
  flow: 'strands',
  webhooks: 'strands',
  retention: 'retention',
  db: 'storage',
}

/** A key that nobody placed yet is general. */
export function sectionOf(key: string): SettingsSectionId {
  const [first = key] = key.split('.')
  return alone[key] ?? groups[first] ?? 'general'
}
