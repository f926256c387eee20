// The table of machines that are paired with this hub.

export interface DevicesTable {
  id: string
  label: string
  hostname: string
  private_ip: string | null
  public_key: string
  age_recipient: string
  platform: string
  version: string
  /** JSON: the tags that no heartbeat takes away. */
  tags: string
  /** JSON: what was installed at pairing. */
  harnesses: string
  paired_at: string
  revoked_at: string | null
  /** Of the code that it was paired with: the same code with the same key is answered again. */
  code_sha256: string
  /** What the device signed to be paired: its recipient of secrets is proven by it. */
  claim: string
  claim_signature: string
  /** JSON: what its last heartbeat told. */
  facts: string | null
  last_heartbeat: string | null
  clone_seen_at: string | null
  /** JSON: what the device last signed of a recipient that is not the one of its claim. */
  recipient_proof: string | null
}

/** How a session on a device is started, each time. */
export interface DevicePlansTable {
  session_id: string
  /** JSON: its model, and what its harness takes besides. */
  plan: string
}

/** Launches of sessions on devices. */
export interface DeviceRunsTable {
  session_id: string
  run_id: string
  device_id: string
  /** starting, started or ended. */
  state: string
  /** The last envelope that was committed here; that of output stands in the index of its log. */
  seq: number
  is_cancelled: number
  /** Whose it is, of the machine of one of several services; null where one has the database for itself. */
  node: string | null
}

/** The key by which devices know their hub, in one row with the id 1; empty where one service has the database for itself. */
export interface HubIdentityTable {
  id: number
  public_key: string
  /** The node that told it first. */
  node: string
  told_at: string
}

/** Which of several services holds a device's socket. */
export interface DeviceLeasesTable {
  device_id: string
  node: string
  /** Grows each time that it is taken; 0 before anybody was connected. */
  fence: number
  taken_at: string
  /** Null while the device is not connected there. */
  connected_at: string | null
  /** The process of the device that was greeted last, and the one before it. */
  daemon: string | null
  daemon_before: string | null
}
