// Where the vault stands on the page.

export const vaultPath = '/vault/dashboard'
export const vaultSetupPath = '/vault/setup'
