// Apart from the rest, which is loaded when there is anything.

/** Where this tab keeps what it has not sent for certain. */
export const unsentKey = 'orrery.approvals.unsent'
