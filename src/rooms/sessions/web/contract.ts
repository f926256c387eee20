// Types of values that other pages hand to the sessions.

/** What the launch form is to begin with. */
export type LaunchStart = {
  readonly prompt?: string
  readonly taskId?: string
  readonly label?: string
  readonly agentType?: string
  readonly workingDir?: string
  readonly dependsOn?: readonly string[]
  /** The id of the device it is to run on. */
  readonly on?: string
}
