// The plain settings as the nested form that the service reads, and back.
import type { Config } from './config.ts'
import { assembleNotify, notifyValues, withoutNotify } from './notify-settings.ts'
import type { SettingValues } from './settings.ts'

/** The settings' nested form, which the rest of the service gets. */
export function assembleConfig(values: SettingValues, rest: Pick<Config, 'agents' | 'webhooks'>): Config {
  const {
    fabricLocalDevice,
    hooksPort,
    hooksAutoInstall: autoInstall,
    hooksInteractiveStop: interactiveStop,
    hooksPromptSubmit: promptSubmit,
    shellIntegration,
    gatewayUrl,
    gatewayToken,
    gatewayShowForeignAgents,
    modelUrl,
    modelName,
    modelContextTokens: contextTokens,
    modelTimeoutSeconds: timeoutSeconds,
    mcpAgentTypes,
    mcpMaxSessions,
    assistantModels,
    assistantCommand,
    dbSync,
    retentionSessionEventsDays: sessionEventsDays,
    retentionSessionsDays: sessionsDays,
    retentionDeletedTasksDays: deletedTasksDays,
    retentionFlowRunDays: flowRunDays,
    retentionTriageDays: triageDays,
    retentionAuditDays: auditDays,
    retentionDeliveriesDays: deliveriesDays,
    storeUrl,
    storeKey,
    ...plain
  } = withoutWork(withoutNotify(values))
  return {
    ...plain,
    fabric: { localDevice: fabricLocalDevice },
    hooks: { port: hooksPort, autoInstall, interactiveStop, promptSubmit },
    shell: { integration: shellIntegration },
    notify: assembleNotify(values),
    gateway: { url: gatewayUrl, token: gatewayToken, showForeignAgents: gatewayShowForeignAgents },
    model: { url: modelUrl, name: modelName, contextTokens, timeoutSeconds },
    mcp: { agentTypes: mcpAgentTypes, maxSessions: mcpMaxSessions },
    assistant: { models: assistantModels, command: assistantCommand },
    db: { sync: dbSync },
    retention: {
      sessionEventsDays,
      sessionsDays,
      deletedTasksDays,
      flowRunDays,
      triageDays,
      auditDays,
      deliveriesDays,
    },
    ...workOf(values),
    store: { url: storeUrl, key: storeKey },
    ...rest,
  }
}

type WorkValues = Pick<
  SettingValues,
  | 'fuelPrices'
  | 'fuelTimeZone'
  | 'flowCapabilities'
  | 'triageMaxTasks'
  | 'approvalsEnabled'
  | 'approvalsWaitS'
  | 'approvalsFromNotification'
>

/** What work may cost and require, how much of it is asked about at once, and how it asks to be allowed something. */
function workOf(values: WorkValues): Pick<Config, 'fuel' | 'flow' | 'triage' | 'approvals'> {
  const { approvalsEnabled: enabled, approvalsWaitS: waitS, approvalsFromNotification: fromNotification } = values
  return {
    fuel: { prices: values.fuelPrices, timeZone: values.fuelTimeZone },
    flow: { capabilities: values.flowCapabilities },
    triage: { maxTasks: values.triageMaxTasks },
    approvals: { enabled, waitS, fromNotification },
  }
}

function withoutWork<V extends WorkValues>(values: V): Omit<V, keyof WorkValues> {
  const {
    fuelPrices: _prices,
    fuelTimeZone: _zone,
    flowCapabilities: _capabilities,
    triageMaxTasks: _,
    approvalsEnabled: _enabled,
    approvalsWaitS: _waitS,
    approvalsFromNotification: _tools,
    ...rest
  } = values
  return rest
}

/** The way back, for printing and masking. */
export function settingValues(config: Config): SettingValues {
  const { agents: _agents, webhooks: _hooks, ...rest } = config
  const {
    fabric,
    hooks,
    approvals,
    shell,
    notify,
    gateway,
    model,
    triage,
    mcp,
    assistant,
    db,
    retention,
    fuel,
    flow,
    store,
    ...plain
  } = rest
  return {
    ...plain,
    fabricLocalDevice: fabric.localDevice,
    hooksPort: hooks.port,
    hooksAutoInstall: hooks.autoInstall,
    hooksInteractiveStop: hooks.interactiveStop,
    hooksPromptSubmit: hooks.promptSubmit,
    approvalsEnabled: approvals.enabled,
    approvalsWaitS: approvals.waitS,
    approvalsFromNotification: approvals.fromNotification,
    shellIntegration: shell.integration,
    ...notifyValues(notify),
    gatewayUrl: gateway.url,
    gatewayToken: gateway.token,
    gatewayShowForeignAgents: gateway.showForeignAgents,
    modelUrl: model.url,
    modelName: model.name,
    modelContextTokens: model.contextTokens,
    modelTimeoutSeconds: model.timeoutSeconds,
    triageMaxTasks: triage.maxTasks,
    mcpAgentTypes: mcp.agentTypes,
    mcpMaxSessions: mcp.maxSessions,
    assistantModels: assistant.models,
    assistantCommand: assistant.command,
    dbSync: db.sync,
    retentionSessionEventsDays: retention.sessionEventsDays,
    retentionSessionsDays: retention.sessionsDays,
    retentionDeletedTasksDays: retention.deletedTasksDays,
    retentionFlowRunDays: retention.flowRunDays,
    retentionTriageDays: retention.triageDays,
    retentionAuditDays: retention.auditDays,
    retentionDeliveriesDays: retention.deliveriesDays,
    fuelPrices: fuel.prices,
    fuelTimeZone: fuel.timeZone,
    flowCapabilities: flow.capabilities,
    storeUrl: store.url,
    storeKey: store.key,
  }
}
