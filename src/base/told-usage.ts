// Where programs that keep no readable file of their own tell, by a plugin of ours, what they used.

/** Below the home that an agent's SERVICE_HOME names: a file of lines for each conversation. Whoever counts makes the folder. */
export const toldUsageFolder = 'usage/opencode'
